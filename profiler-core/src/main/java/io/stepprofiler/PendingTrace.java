package io.stepprofiler;

import io.stepprofiler.delivery.DeliveryListener;
import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Pending trace of a capture: assembled by the delivery, then passed to waiting callers, even if memory is short. */
final class PendingTrace implements DeliveryListener {
    private static final long RETRY_NANOS = 10_000_000;

    private static final MemoryBoundary.Work<PendingTrace, Trace, Throwable, Trace> COMPLETE =
            (pending, trace, reason, number, other) -> pending.complete(trace, reason);

    private static final MemoryBoundary.Loss<PendingTrace> RETRIED =
            (pending, lack) -> LockSupport.parkNanos(RETRY_NANOS);

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

    /** Records that no trace will be assembled. */
    void renounce(Throwable reason) {
        assembled.completeExceptionally(reason);
    }

    /** Waits for the assembled trace; throws the reason if there is none. */
    Trace await(Duration longest) throws Throwable {
        try {
            return assembled.get(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (TimeoutException e) {
            throw new CaptureException("The trace was not put together within " + longest, e);
        }
    }

    /** Returns a future of the trace for a caller. */
    CompletableFuture<Trace> result() {
        return told.copy();
    }

    /** Completes the callers' futures, which runs their callbacks on this thread. */
    void report(@Nullable Trace trace, @Nullable Throwable reason) {
        // Until there is memory to complete them.
        while (!told.isDone()) {
            MemoryBoundary.within(COMPLETE, RETRIED, this, trace, reason, 0, 0);
        }
    }

    private @Nullable Trace complete(@Nullable Trace trace, @Nullable Throwable reason) {
        if (trace != null) {
            told.complete(trace);
        } else {
            told.completeExceptionally(CaptureException.of(reason));
        }
        return trace;
    }
}
