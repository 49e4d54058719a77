package io.stepprofiler.jvm;

import io.stepprofiler.amount.Amount;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Calls into the flight recorder, one after another on a separate thread, so that the training thread waits for none
 * but the beginning of a window, and no longer than a deadline. On a busy machine the first call, which starts the
 * recorder, takes longer than that; so it is made ahead of the window.
 *
 * <p>Newer recorders begin a file only after the wall clock has passed the beginning of the last one, and hold their
 * lock meanwhile ({@code jdk.jfr.internal.MetadataRepository.awaitEpochMilliShift}): for as long as the wall clock was
 * set back. So nothing begins while the clock is behind the last call, or while a late call is still running.
 */
final class FlightCalls {
    /** Longest time that the training thread waits for the beginning of a window. */
    static final Duration DEADLINE = Duration.ofSeconds(5);

    /** Smallest step back of the wall clock that is refused; a call waits no longer than a smaller step. */
    private static final long LEAST_STEP_MILLIS = 1000;

    private static final long IDLE_SECONDS = 1;

    private final Duration deadline;
    private final LongSupplier wallMillis;
    private final AtomicLong latestMillis = new AtomicLong();
    private final ExecutorService executor = executor();
    private final AtomicInteger pending = new AtomicInteger();
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
     * Makes a call that later ones need, as soon as earlier ones have ended, without waiting for it. It is not made
     * while it could hang; a later call then fails for the same reason.
     */
    void prepare(Runnable call) {
        if (refusal().isEmpty()) {
            CompletableFuture<Boolean> unused = submit(answering(call));
        }
    }

    /** Waits until all calls so far have ended, at most until the deadline. */
    void await() {
        if (pending.get() > 0) {
            try {
                await(submit(answering(() -> {})));
            } catch (TimeoutException | ExecutionException e) {
                // They go on: a later call waits, too, and tells if that is in vain.
            }
        }
    }

    /** True if no call is under way. */
    boolean areDone() {
        return pending.get() == 0;
    }

    /**
     * Makes a call that begins something, and waits for its result.
     *
     * @param call the call
     * @param late consumer of a result that comes after the deadline
     * @throws IllegalStateException if the call is not made, fails, or does not end in time
     */
    <T> T begin(Supplier<T> call, Consumer<T> late) {
        refusal().ifPresent(reason -> {
            throw new IllegalStateException(reason);
        });
        CompletableFuture<T> answer = submit(call);
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
            throw new IllegalStateException(
                    "the flight recorder did not answer within " + Amount.time(deadline.toNanos()), e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Makes a call that ends something, without waiting for it. */
    CompletableFuture<?> end(Runnable call) {
        return submit(answering(call));
    }

    /** Reason for which a call could hang; empty if none is known. */
    private Optional<String> refusal() {
        long behindMillis = latestMillis.get() - wallMillis.getAsLong();
        if (behindMillis > LEAST_STEP_MILLIS) {
            return Optional.of("the wall clock has been set back, and is " + Amount.time(1e6 * behindMillis)
                    + " behind the last recording: the flight recorder would wait for it");
        }
        return isLate ? Optional.of("the flight recorder still does not answer an earlier call") : Optional.empty();
    }

    private static Supplier<Boolean> answering(Runnable call) {
        return () -> {
            call.run();
            return true;
        };
    }

    private <T> CompletableFuture<T> submit(Supplier<T> call) {
        pending.incrementAndGet();
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        T answer = call.get();
                        latestMillis.accumulateAndGet(wallMillis.getAsLong(), Math::max);
                        return answer;
                    } finally {
                        pending.decrementAndGet();
                    }
                },
                executor);
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
