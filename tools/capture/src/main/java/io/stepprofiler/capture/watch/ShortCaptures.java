package io.stepprofiler.capture.watch;

import io.stepprofiler.CaptureBusyException;
import io.stepprofiler.CaptureRequest;
import io.stepprofiler.Captures;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.StepCapture;
import io.stepprofiler.trace.Trace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Short captures, one after the other, as long as the next one is requested. Captures requested by clients take
 * precedence. Safe on any thread.
 */
final class ShortCaptures {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final long NANOS_A_MILLI = 1_000_000;
    private static final String HOLDER = "top";

    private final UnaryOperator<ProfileBuilder> options;
    private final Executor evaluation;
    private final CaptureRate rate = new CaptureRate(System::nanoTime);
    private @Nullable StepCapture current;
    private Optional<StepSample> latest = Optional.empty();
    private String note = "";
    private long beganNanos;
    private long beginningNanos;

    /**
     * Creates short captures with options; their traces are evaluated by an executor, not on threads of the training.
     */
    ShortCaptures(UnaryOperator<ProfileBuilder> options, Executor evaluation) {
        this.options = options;
        this.evaluation = evaluation;
    }

    /** The sample of the last finished capture. */
    synchronized Optional<StepSample> latest() {
        return latest;
    }

    /** Reason why there is no newer sample, as a sentence; empty if there is none. */
    synchronized String note() {
        StepCapture capture = current;
        if (capture == null) {
            return note;
        }
        return System.nanoTime() - beganNanos < NANOS_A_SECOND ? "" : capture.toString();
    }

    /**
     * Begins the next capture if none runs and it is due. For one thread at a time.
     *
     * @param stepNanos duration of a step
     */
    void next(long stepNanos) {
        int steps = CaptureRate.steps(stepNanos);
        synchronized (this) {
            if (current != null || !rate.isDue()) {
                return;
            }
            beganNanos = System.nanoTime();
            rate.began(steps, stepNanos);
        }
        CaptureRequest request =
                CaptureRequest.ofSteps(steps).holder(HOLDER).yielding().configure(options);
        // Begins without the lock: a thread that ends a capture calls back here while it may hold other locks.
        try {
            long began = processorNanos();
            StepCapture capture = Captures.begin(request);
            long beginning = processorNanos() - began;
            synchronized (this) {
                current = capture;
                beginningNanos = beginning;
            }
            CompletableFuture<?> unused =
                    capture.trace().whenCompleteAsync((trace, failure) -> ended(capture, trace, failure), evaluation);
        } catch (CaptureBusyException e) {
            synchronized (this) {
                note = reason(e);
                rate.refused();
            }
        } catch (RuntimeException e) {
            synchronized (this) {
                note = reason(e);
            }
        }
    }

    private void ended(StepCapture capture, @Nullable Trace trace, @Nullable Throwable failure) {
        Optional<StepSample> sample = Optional.empty();
        String why = failure == null ? "" : reason(failure);
        long began = processorNanos();
        if (trace != null) {
            try {
                sample = Optional.of(Sampler.sample(trace, (System.nanoTime() - beganNanos()) / NANOS_A_MILLI));
            } catch (RuntimeException e) {
                why = reason(e);
            }
        }
        long evaluation = processorNanos() - began;
        synchronized (this) {
            rate.ended(beginningNanos + evaluation);
            if (current == capture) {
                current = null;
                note = why;
                latest = sample.filter(each -> each.steps() > 0).or(() -> latest);
            }
        }
    }

    private static String reason(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private static long processorNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    private synchronized long beganNanos() {
        return beganNanos;
    }

    /** Cancels the running capture, because there are no more watchers. */
    void stop() {
        StepCapture capture;
        synchronized (this) {
            capture = current;
            current = null;
            note = "";
        }
        if (capture != null) {
            capture.cancel();
        }
    }
}
