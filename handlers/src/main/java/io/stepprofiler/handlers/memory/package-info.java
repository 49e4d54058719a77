/**
 * The memory of a window over time: its categories, its files, and what is never freed.
 *
 * <p>{@link io.stepprofiler.handlers.memory.MemoryTimeline} is the categorized life of every allocation and writes it to
 * files, {@link io.stepprofiler.handlers.memory.MemoryTimelineHandler} does so for each window, and
 * {@link io.stepprofiler.handlers.memory.LeakReport} tells what stayed. Inference goes from {@code Allocations} (who has
 * an address when) and {@code Operations} (the topmost operations) over {@code DataFlow} (which operation read and wrote
 * which version of which allocation) to one {@code CategoryRule} a category.
 */
@NullMarked
package io.stepprofiler.handlers.memory;

import org.jspecify.annotations.NullMarked;
