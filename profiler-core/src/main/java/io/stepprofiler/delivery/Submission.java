package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;

/** A window that has ended and waits to be delivered. */
@FunctionalInterface
public interface Submission {
    /** {@return whether it is to be delivered still} Asked once, before anything else. By default it is. */
    default boolean claim() {
        return true;
    }

    /** {@return what the window is called where the work of delivering it is shown} By default a window. */
    default String name() {
        return "a window";
    }

    /**
     * {@return about how many bytes it holds while it waits, before and after it has been put together} By default
     * none.
     */
    default long bytes() {
        return 0;
    }

    /**
     * {@return the window's trace, put together now} Called at most once.
     *
     * @throws Exception whatever goes wrong
     */
    Trace assemble() throws Exception;

    /**
     * Says that there will be no trace: putting it together failed or took too long, or there was no memory even to begin
     * with it. The default does nothing.
     *
     * @param cause why
     */
    default void notAssembled(Throwable cause) {}

    /**
     * Says that all handlers have been called. The default does nothing.
     *
     * @param received whether any of them has taken the trace without failing, or there are none
     */
    default void delivered(boolean received) {}

    /** Gives the window up instead, and frees what it holds. The default does nothing. */
    default void discard() {}
}
