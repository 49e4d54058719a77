package io.stepprofiler.delivery;

import io.stepprofiler.recording.MemoryBoundary;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Delivery on daemon threads of its own, in the order of submission.
 *
 * <p>One thread assembles windows, each as soon as the one before is done, however slow the handlers are, so that
 * buffers return to the training soon. Another thread passes the traces to the handlers. Both run the work itself on a
 * further thread, so that a hanging call can be abandoned. All have a low priority, and end when they have been idle
 * for a while.
 */
public final class BackgroundDelivery implements Delivery {
    private static final long IDLE_SECONDS = 10;

    /** Extra time for assembling a trace beyond its own deadline, which it normally keeps by itself. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    /** Longest timeout, which fits into a long of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final MemoryBoundary.Work<Delivering, Object, Object, Delivering> DELIVER =
            (delivering, none, nothing, number, other) -> delivering.deliver();

    /** Not thrown, so that the pool keeps its thread: it may not get another. */
    private static final MemoryBoundary.Loss<Delivering> LOST = Delivering::lose;

    private static final MemoryBoundary.Work<BackgroundDelivery, Object, Object, Thread> BEGIN =
            (delivery, none, nothing, number, other) -> delivery.beginHere();

    /** A window in delivery: run once to be assembled, and again to be passed to the handlers. */
    private final class Delivering implements Runnable {
        private final Submission submission;
        private long bytes;
        private @Nullable Trace trace;

        Delivering(Submission submission) {
            this.submission = submission;
        }

        @Override
        public void run() {
            Delivering goesOn = null;
            try {
                goesOn = MemoryBoundary.within(DELIVER, LOST, this, null, null, 0, 0);
            } finally {
                if (goesOn == null) {
                    stopWaiting(this);
                    count(-1);
                }
            }
        }

        /** Returns this if its handlers are to be called next, else null. */
        private @Nullable Delivering deliver() {
            Trace present = trace;
            if (present != null) {
                stopWaiting(this);
                log.during("handlers of " + submission.name(), () -> chain.hand(submission, present));
                return null;
            }
            log.during("assembly of " + submission.name(), () -> trace = chain.assemble(submission));
            return trace != null && isQueued() ? this : null;
        }

        private void lose(OutOfMemoryError lack) {
            chain.lose(submission, lack);
        }

        private boolean isQueued() {
            charge(this);
            try {
                deliverer.execute(this);
                return true;
            } catch (RejectedExecutionException e) {
                submission.discard(); // The delivery was aborted.
                return false;
            }
        }
    }

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor assembler = single("step-profiler-assembly");
    private final ThreadPoolExecutor deliverer = single("step-profiler-delivery");
    private final ExecutorService callers;
    private final HandlerChain chain;
    private final WorkLog log;
    private final long maxPendingBytes;
    private final Duration handlerTimeout;
    private final Object monitor = new Object();
    private final Set<Delivering> waiting = new HashSet<>();
    private int undelivered;

    /**
     * A delivery to these handlers, in this order.
     *
     * @param handlers the handlers of each trace, called one after the other
     * @param listener the listener to deliveries
     * @param log the log of work done
     * @param assemblyTimeout the deadline that assembling a trace keeps by itself
     * @param handlerTimeout how long a handler may take for one trace
     * @param maxPendingBytes most bytes of the windows that wait for delivery; one may wait in any case
     */
    public BackgroundDelivery(
            List<TraceHandler> handlers,
            DeliveryListener listener,
            WorkLog log,
            Duration assemblyTimeout,
            Duration handlerTimeout,
            long maxPendingBytes) {
        this.log = log;
        this.maxPendingBytes = maxPendingBytes;
        this.handlerTimeout = handlerTimeout;
        chain = new HandlerChain(handlers, listener, new HandlerChain.Caller() {
            @Override
            public <T> T call(Callable<T> work) throws Throwable {
                return callInTime(work, handlerTimeout);
            }

            @Override
            public Trace assemble(Callable<Trace> work) throws Throwable {
                return callInTime(work, assemblyTimeout.plus(GRACE));
            }

            @Override
            public boolean isAborted() {
                return BackgroundDelivery.this.isAborted();
            }
        });
        callers = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> daemon(work, "step-profiler-handler"));
    }

    private ThreadPoolExecutor single(String name) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> daemon(work, name));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    private Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(
                () -> {
                    begin();
                    try {
                        work.run();
                    } finally {
                        threads.remove(Thread.currentThread());
                    }
                },
                name);
        thread.setDaemon(true);
        return thread;
    }

    /** Throws nothing: a pool would wait for ever for a thread that it believes to be working. */
    private void begin() {
        MemoryBoundary.within(BEGIN, MemoryBoundary.NOTHING, this, null, null, 0, 0);
    }

    private Thread beginHere() {
        threads.add(Thread.currentThread());
        BackgroundThreads.lower();
        return Thread.currentThread();
    }

    @Override
    public boolean submit(Submission submission) {
        Delivering delivering = new Delivering(submission);
        delivering.bytes = submission.bytes();
        synchronized (monitor) {
            long held = waiting.stream().mapToLong(other -> other.bytes).sum();
            // Not as a sum, which huge numbers would overflow.
            // W3: traces that wait for handlers are bounded by bytes.
            if (!waiting.isEmpty() && delivering.bytes > maxPendingBytes - held) {
                return false;
            }
            waiting.add(delivering);
            undelivered++;
        }
        boolean taken = false;
        try {
            assembler.execute(delivering);
            taken = true;
        } catch (RejectedExecutionException e) {
            // The delivery was aborted.
        } finally {
            if (!taken) {
                stopWaiting(delivering);
                count(-1);
            }
        }
        return taken;
    }

    /** Updates the bytes of a window after its assembly. */
    private void charge(Delivering delivering) {
        synchronized (monitor) {
            delivering.bytes = delivering.submission.bytes();
        }
    }

    private void stopWaiting(Delivering delivering) {
        synchronized (monitor) {
            waiting.remove(delivering);
        }
    }

    private void count(int change) {
        synchronized (monitor) {
            // abort() has already subtracted the windows it gave up.
            undelivered = Math.max(undelivered + change, 0);
            monitor.notifyAll();
        }
    }

    @Override
    public void call(Callable<?> work) throws Throwable {
        Future<?> call = callers.submit(work);
        long deadline = System.nanoTime() + shortened(handlerTimeout).toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    call.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            call.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() != null ? e.getCause() : e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T> T callInTime(Callable<T> work, Duration timeout) throws Throwable {
        Future<T> call = callers.submit(work);
        try {
            return call.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            call.cancel(true);
            throw new HandlerChain.OutOfTime(timeout);
        } catch (InterruptedException e) {
            call.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() != null ? e.getCause() : e;
        }
    }

    @Override
    public boolean await(Duration timeout) {
        return awaitNone(() -> undelivered, timeout);
    }

    private static Duration shortened(Duration timeout) {
        return timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST;
    }

    private boolean awaitNone(IntSupplier left, Duration timeout) {
        if (isDeliveringHere()) {
            return false;
        }
        return Waiting.until(monitor, () -> left.getAsInt() <= 0, timeout);
    }

    @Override
    public boolean isDeliveringHere() {
        return threads.contains(Thread.currentThread());
    }

    @Override
    public Set<Thread> threads() {
        return Set.copyOf(threads);
    }

    private boolean isAborted() {
        return callers.isShutdown();
    }

    @Override
    public int abort() {
        // Callers first, so that no further handler is called; counted before the interrupted delivery can end.
        synchronized (monitor) {
            callers.shutdownNow();
            Stream.of(assembler, deliverer)
                    .flatMap(executor -> executor.shutdownNow().stream())
                    .filter(Delivering.class::isInstance)
                    .map(Delivering.class::cast)
                    .forEach(given -> given.submission.discard());
            int given = undelivered;
            undelivered = 0;
            waiting.clear();
            monitor.notifyAll();
            return given;
        }
    }
}
