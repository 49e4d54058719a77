package io.stepprofiler;

import io.stepprofiler.averages.AveragesAccumulator;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.delivery.DeliveryListener;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Results of a profile's deliveries: the last trace, averages over all traces, and failures. Safe on any thread. */
final class ProfileResults implements DeliveryListener {
    private final AwaitedSnapshots snapshots = new AwaitedSnapshots();
    private final AtomicLong windows = new AtomicLong();
    private final @Nullable AveragesAccumulator accumulated;
    private final boolean isHistory;
    private final Runnable beforeHandlers;
    private final Failures failures;
    private volatile @Nullable Trace lastTrace;

    /**
     * Creates empty results.
     *
     * @param accumulates whether key averages cover all windows
     * @param isHistory whether traces may be snapshots that a caller waits for
     * @param beforeHandlers called when a trace is assembled, before the handlers get it
     */
    ProfileResults(boolean accumulates, boolean isHistory, Runnable beforeHandlers, Failures failures) {
        accumulated = accumulates ? new AveragesAccumulator() : null;
        this.isHistory = isHistory;
        this.beforeHandlers = beforeHandlers;
        this.failures = failures;
    }

    @Nullable
    Trace lastTrace() {
        return lastTrace;
    }

    long windows() {
        return windows.get();
    }

    AwaitedSnapshots snapshots() {
        return snapshots;
    }

    KeyAverages keyAverages() {
        if (accumulated != null) {
            return accumulated.averages();
        }
        Trace trace = lastTrace;
        return trace == null ? KeyAverages.empty() : KeyAverages.of(trace);
    }

    @Override
    public void assembled(Trace trace) {
        lastTrace = trace;
        windows.incrementAndGet();
        if (isHistory) {
            snapshots.give(trace);
        }
        try {
            if (accumulated != null) {
                accumulated.add(trace);
            }
        } catch (RuntimeException | Error e) {
            failures.add(
                    ProfileFailure.Kind.RECORDING_FAILED,
                    "Trace " + trace.id() + " is missing in the accumulated averages",
                    e);
        }
        beforeHandlers.run();
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

    /** Returns the class name: {@code toString()} is the handler's own code and may do anything. */
    private static String nameOf(TraceHandler handler) {
        return handler.getClass().getName();
    }
}
