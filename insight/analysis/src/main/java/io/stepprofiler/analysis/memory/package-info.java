/**
 * The memory of a window over time, with its categories and leaks.
 *
 * <p>{@link io.stepprofiler.analysis.memory.MemoryTimeline} is the categorized life of every allocation; {@link
 * io.stepprofiler.analysis.memory.LeakReport} lists the retained memory. Inference goes from {@code Allocations} (the
 * allocation at an address over time) and {@code Operations} (the topmost operations) over {@code DataFlow} (the
 * versions of allocations that operations read and write) to {@code Inference}, which has a rule for each category.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.analysis.memory;

import org.jspecify.annotations.NullMarked;
