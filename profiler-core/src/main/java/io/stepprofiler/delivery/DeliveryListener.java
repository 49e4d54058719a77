package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;

/** Hears how deliveries go; called on the thread that delivers. */
public interface DeliveryListener {
    /**
     * The trace is there; the handlers come next.
     *
     * @param trace the trace
     */
    void assembled(Trace trace);

    /**
     * The trace could not be put together; no handler sees it.
     *
     * @param cause what was thrown
     */
    void assemblyFailed(Throwable cause);

    /**
     * A handler threw.
     *
     * @param handler the handler
     * @param trace the trace it was given
     * @param cause what it threw
     */
    void handlerFailed(TraceHandler handler, Trace trace, Throwable cause);

    /**
     * A handler did not return in time; it gets no further traces.
     *
     * @param handler the handler
     * @param trace the trace it was given
     * @param timeout how long it had
     */
    void handlerTimedOut(TraceHandler handler, Trace trace, Duration timeout);
}
