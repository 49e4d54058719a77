package io.stepprofiler.analysis.memory;

/** Kind of a change in a memory timeline, with PyTorch's names and numbers. */
public enum TimelineAction {
    /** The memory was there before the window. */
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

    /** {@return PyTorch's number, as raw files have it} */
    public int code() {
        return code;
    }
}
