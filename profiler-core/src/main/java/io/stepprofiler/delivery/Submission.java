package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;

/** A window that has ended and waits to be delivered. */
@FunctionalInterface
public interface Submission {
    /**
     * {@return the window's trace, put together now} Called at most once.
     *
     * @throws Exception whatever goes wrong
     */
    Trace assemble() throws Exception;

    /** Says that all handlers have had the trace. The default does nothing. */
    default void delivered() {}

    /** Gives the window up instead, and frees what it holds. The default does nothing. */
    default void discard() {}
}
