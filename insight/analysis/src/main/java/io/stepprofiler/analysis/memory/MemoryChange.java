package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;

/**
 * One change of a memory timeline.
 *
 * @param nanos time of the change, in nanoseconds on the clock of the trace; meaningless for {@link
 *     TimelineAction#PREEXISTING}
 * @param action what happened
 * @param address identifies the memory while it is allocated
 * @param bytes its size, 0 or more
 * @param before the category it leaves; the same as {@code after} unless the action is
 *     {@link TimelineAction#INCREMENT_VERSION}
 * @param after the category it is in from now on, or was in until now if it is freed
 */
public record MemoryChange(
        long nanos, TimelineAction action, long address, long bytes, MemoryCategory before, MemoryCategory after) {

    /** Kind of a change in a memory timeline, with PyTorch's names and numbers. */
    public enum TimelineAction {
        /** The memory existed before the window. */
        PREEXISTING(1),
        /** The memory was allocated. */
        CREATE(2),
        /** An operation wrote into the memory, which may change its category. */
        INCREMENT_VERSION(3),
        /** The memory was freed. */
        DESTROY(4);

        private final int code;

        TimelineAction(int code) {
            this.code = code;
        }

        /** {@return PyTorch's number, as in raw files} */
        public int code() {
            return code;
        }
    }
}
