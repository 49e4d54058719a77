package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;

/** Listener to deliveries; called on the thread that delivers. */
public interface DeliveryListener {
    /**
     * A trace was assembled; the handlers are called next.
     *
     * @param trace the trace
     */
    void assembled(Trace trace);

    /**
     * A trace could not be assembled; no handler receives it.
     *
     * @param cause the exception
     */
    void assemblyFailed(Throwable cause);

    /**
     * A handler threw.
     *
     * @param handler the handler
     * @param trace the trace it was given
     * @param cause the exception
     */
    void handlerFailed(TraceHandler handler, Trace trace, Throwable cause);

    /**
     * A handler did not return in time; it gets no further traces.
     *
     * @param handler the handler
     * @param trace the trace it was given
     * @param timeout the time it had
     */
    void handlerTimedOut(TraceHandler handler, Trace trace, Duration timeout);
}
