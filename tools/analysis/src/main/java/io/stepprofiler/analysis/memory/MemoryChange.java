package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;

/**
 * One change of a memory timeline.
 *
 * @param nanos when it happened, in nanoseconds on the clock of the trace; of no meaning for
 *     {@link TimelineAction#PREEXISTING}
 * @param action what happened
 * @param address what identifies the memory while it is allocated
 * @param bytes its size, 0 or more
 * @param before the category it leaves; the same as {@code after} unless the action is
 *     {@link TimelineAction#INCREMENT_VERSION}
 * @param after the category it is in from now on, or was in until now if it is freed
 */
public record MemoryChange(
        long nanos, TimelineAction action, long address, long bytes, MemoryCategory before, MemoryCategory after) {}
