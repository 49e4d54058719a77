package io.stepprofiler.jvm;

import io.stepprofiler.amount.Amount;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Calls into the flight recorder, one after another on a separate thread, so that the training thread waits for each no
 * longer than a deadline.
 *
 * <p>Newer recorders begin a file only after the wall clock has passed the beginning of the last one, and hold their
 * lock meanwhile ({@code jdk.jfr.internal.MetadataRepository.awaitEpochMilliShift}): for as long as the wall clock was
 * set back. So nothing begins while the clock is behind the last call, or while a late call is still running.
 */
final class FlightCalls {
    /** Longest time that the training thread waits for one call. */
    static final Duration DEADLINE = Duration.ofSeconds(5);

    /** Smallest step back of the wall clock that is refused; a call waits no longer than a smaller step. */
    private static final long LEAST_STEP_MILLIS = 1000;

    private static final long IDLE_SECONDS = 1;

    private final Duration deadline;
    private final LongSupplier wallMillis;
    private final AtomicLong latestMillis = new AtomicLong();
    private final ExecutorService executor = executor();
    private volatile boolean isLate;

    FlightCalls() {
        this(DEADLINE, System::currentTimeMillis);
    }

    FlightCalls(Duration deadline, LongSupplier wallMillis) {
        this.deadline = deadline;
        this.wallMillis = wallMillis;
    }

    private static ExecutorService executor() {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), call -> {
                    Thread thread = new Thread(call, "step-profiler-flight-recorder");
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /**
     * Makes a call that begins something, and waits for its result.
     *
     * @param call the call
     * @param late consumer of a result that comes after the deadline
     * @throws IllegalStateException if the call is not made, fails, or does not end in time
     */
    <T> T begin(Supplier<T> call, Consumer<T> late) {
        requireReady();
        CompletableFuture<T> answer = CompletableFuture.supplyAsync(timed(call), executor);
        try {
            return await(answer);
        } catch (TimeoutException e) {
            isLate = true;
            CompletableFuture<T> unused = answer.whenComplete((value, failure) -> {
                isLate = false;
                if (failure == null) {
                    late.accept(value);
                }
            });
            throw new IllegalStateException("the flight recorder did not answer within " + deadline, e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Makes a call without a result, as {@link #begin(Supplier, Consumer)} does. */
    void begin(Runnable call) {
        begin(answering(call), any -> {});
    }

    /** Makes a call that ends something, without waiting for it. */
    CompletableFuture<?> end(Runnable call) {
        return CompletableFuture.supplyAsync(timed(answering(call)), executor);
    }

    private void requireReady() {
        long behindMillis = latestMillis.get() - wallMillis.getAsLong();
        if (behindMillis > LEAST_STEP_MILLIS) {
            throw new IllegalStateException(
                    "the wall clock has been set back, and is " + Amount.time(1e6 * behindMillis)
                            + " behind the last recording: the flight recorder would wait for it");
        }
        if (isLate) {
            throw new IllegalStateException("the flight recorder still does not answer an earlier call");
        }
    }

    private static Supplier<Boolean> answering(Runnable call) {
        return () -> {
            call.run();
            return true;
        };
    }

    private <T> Supplier<T> timed(Supplier<T> call) {
        return () -> {
            T answer = call.get();
            latestMillis.accumulateAndGet(wallMillis.getAsLong(), Math::max);
            return answer;
        };
    }

    /** Waits despite interrupts: the waiting thread may be the training thread. */
    private <T> T await(CompletableFuture<T> answer) throws TimeoutException, ExecutionException {
        long end = System.nanoTime() + deadline.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
