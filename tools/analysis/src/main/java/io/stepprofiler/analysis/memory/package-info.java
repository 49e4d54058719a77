/**
 * The memory of a window over time: its categories, and what is never freed.
 *
 * <p>{@link io.stepprofiler.analysis.memory.MemoryTimeline} is the categorized life of every allocation;
 * {@link io.stepprofiler.analysis.memory.LeakReport} tells what stayed. Inference goes from {@code Allocations} (who
 * has an address when) and {@code Operations} (the topmost operations) over {@code DataFlow} (which operation read and
 * wrote which version of which allocation) to {@code Inference}, which has a rule for each category.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.analysis.memory;

import org.jspecify.annotations.NullMarked;
