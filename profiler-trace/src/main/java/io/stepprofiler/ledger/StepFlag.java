package io.stepprofiler.ledger;

/** Circumstance of a step. */
public enum StepFlag {
    /** A window recorded the step, whether the window was delivered later or not. */
    RECORDED,
    /** A window warmed up. */
    WARM_UP,
    /** A capture from outside recorded the step. */
    CAPTURED,
    /** Another thread called {@code step()} while the step before or this one was ended; its call did not count. */
    OVERLAPPED;

    /** {@return the flag's bit in a set of flags} */
    @SuppressWarnings("EnumOrdinal") // The number in the schema, which a test compares.
    public int bit() {
        return 1 << ordinal();
    }
}
