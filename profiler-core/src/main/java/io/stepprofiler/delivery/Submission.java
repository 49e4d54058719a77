package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;

/** A window that has ended and waits to be delivered. */
@FunctionalInterface
public interface Submission {
    /** {@return whether it should still be delivered} Asked once, before anything else. The default is true. */
    default boolean claim() {
        return true;
    }

    /** {@return the name of the window in the log of delivery work} The default is "a window". */
    default String name() {
        return "a window";
    }

    /** {@return about how many bytes it holds while it waits, before and after its assembly} The default is 0. */
    default long bytes() {
        return 0;
    }

    /**
     * {@return the window's trace, assembled now} Called at most once.
     *
     * @throws Exception whatever goes wrong
     */
    Trace assemble() throws Exception;

    /**
     * {@return whether handlers are to be called with the assembled trace} Asked once. The default is true.
     *
     * @param trace the assembled trace
     */
    default boolean isWanted(Trace trace) {
        return true;
    }

    /**
     * Called if there will be no trace: assembling it failed or took too long, or there was no memory to begin. The
     * default does nothing.
     *
     * @param cause the cause
     */
    default void notAssembled(Throwable cause) {}

    /**
     * Called when all handlers have been called. The default does nothing.
     *
     * @param received whether a handler has taken the trace without failing, or there are none
     */
    default void delivered(boolean received) {}

    /** Gives the window up instead, and frees its memory. The default does nothing. */
    default void discard() {}
}
