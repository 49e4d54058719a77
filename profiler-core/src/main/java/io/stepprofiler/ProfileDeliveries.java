package io.stepprofiler;

import io.stepprofiler.delivery.DeliveryListener;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.function.Consumer;

/** Notes for a profile how its deliveries go. */
record ProfileDeliveries(Failures failures, Consumer<Trace> lastTrace) implements DeliveryListener {
    @Override
    public void assembled(Trace trace) {
        lastTrace.accept(trace);
    }

    @Override
    public void assemblyFailed(Throwable cause) {
        failures.add(ProfileFailure.Kind.RECORDING_FAILED, "A window could not be put together", cause);
    }

    @Override
    public void handlerFailed(TraceHandler handler, Trace trace, Throwable cause) {
        failures.add(
                ProfileFailure.Kind.HANDLER_FAILED,
                "Handler " + nameOf(handler) + " failed with trace " + trace.id(),
                cause);
    }

    @Override
    public void handlerTimedOut(TraceHandler handler, Trace trace, Duration timeout) {
        failures.add(
                ProfileFailure.Kind.HANDLER_TIMED_OUT,
                "Handler " + nameOf(handler) + " did not return within " + timeout + " with trace " + trace.id()
                        + "; it gets no further traces");
    }

    /** Not its {@code toString()}, which is the handler's own code and may do anything. */
    private static String nameOf(TraceHandler handler) {
        return handler.getClass().getName();
    }
}
