package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;

/** A window that has ended and waits to be delivered. */
@FunctionalInterface
public interface Submission {
    /** {@return whether it is to be delivered still} Asked once, before anything else. By default it is. */
    default boolean claim() {
        return true;
    }

    /**
     * {@return the window's trace, put together now} Called at most once.
     *
     * @throws Exception whatever goes wrong
     */
    Trace assemble() throws Exception;

    /**
     * Says that all handlers have been called. The default does nothing.
     *
     * @param received whether any of them has taken the trace without failing, or there are none
     */
    default void delivered(boolean received) {}

    /** Gives the window up instead, and frees what it holds. The default does nothing. */
    default void discard() {}
}
