package io.stepprofiler;

import io.stepprofiler.delivery.DeliveryListener;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The trace of a capture: put together by the delivery, then told to those who wait for it, also without memory. */
final class ComingTrace implements DeliveryListener {
    private static final Duration RETRY = Duration.ofMillis(10);

    private final CompletableFuture<Trace> assembled = new CompletableFuture<>();
    private final CompletableFuture<Trace> told = new CompletableFuture<>();

    @Override
    public void assembled(Trace trace) {
        assembled.complete(trace);
    }

    @Override
    public void assemblyFailed(Throwable cause) {
        assembled.completeExceptionally(cause);
    }

    @Override
    public void handlerFailed(TraceHandler handler, Trace trace, Throwable cause) {
        // There are no handlers.
    }

    @Override
    public void handlerTimedOut(TraceHandler handler, Trace trace, Duration timeout) {
        // There are no handlers.
    }

    /** Says that none will be put together. */
    void renounce(Throwable reason) {
        assembled.completeExceptionally(reason);
    }

    /** Waits until it has been put together; throws what says why not. */
    Trace await(Duration longest) throws Throwable {
        try {
            return assembled.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (TimeoutException e) {
            throw new CaptureException("The trace was not put together in time", e);
        }
    }

    /** What those wait for who want it. */
    CompletableFuture<Trace> told() {
        return told.copy();
    }

    /** Tells those who wait, and does on this thread what they have said is to be done with it. */
    void tell(@Nullable Trace trace, @Nullable Throwable reason) {
        while (!told.isDone()) {
            try {
                if (trace != null) {
                    told.complete(trace);
                } else {
                    told.completeExceptionally(CaptureException.of(reason));
                }
            } catch (OutOfMemoryError e) {
                // Who waits is told as soon as there is memory for it.
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }
}
