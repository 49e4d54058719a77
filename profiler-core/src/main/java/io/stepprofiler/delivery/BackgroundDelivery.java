package io.stepprofiler.delivery;

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
 * Delivers on daemon threads of its own, in the order of submission.
 *
 * <p>One thread puts windows together, each as soon as the one before is done, however slow the handlers are: so its
 * buffers go back to the training soon. Another one walks down the traces and the handlers. Both have the work itself
 * done on a further thread, so that what hangs can be left behind. All have a low priority, and end when they have had
 * nothing to do for a while.
 */
public final class BackgroundDelivery implements Delivery {
    private static final long IDLE_SECONDS = 10;

    /** What putting a trace together may take beyond its own deadline, to which it keeps by itself. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    /** Longer than anybody waits, and short enough for nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(365);

    /** A window on its way to the handlers: run once to be put together, and then to be handed to them. */
    private final class Delivering implements Runnable {
        private final Submission submission;
        private long bytes;
        private @Nullable Trace trace;

        Delivering(Submission submission) {
            this.submission = submission;
        }

        @Override
        public void run() {
            Trace present = trace;
            boolean goesOn = false;
            try {
                if (present != null) {
                    stopWaiting(this);
                    log.during("handlers of " + submission.name(), () -> chain.hand(submission, present));
                } else {
                    log.during("assembly of " + submission.name(), () -> trace = chain.assemble(submission));
                    goesOn = trace != null && isQueued();
                }
            } catch (OutOfMemoryError e) {
                // The pool keeps its thread: it may not get another.
                chain.lose(submission, e);
            } finally {
                if (!goesOn) {
                    stopWaiting(this);
                    count(-1);
                }
            }
        }

        private boolean isQueued() {
            charge(this);
            try {
                deliverer.execute(this);
                return true;
            } catch (RejectedExecutionException e) {
                submission.discard(); // All is given up.
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
     * @param handlers what each trace is given to, one after the other
     * @param listener what hears how deliveries go
     * @param log the log of when there is work
     * @param assemblyTimeout how long putting a trace together takes at most, by its own reckoning
     * @param handlerTimeout how long a handler may take for one trace
     * @param maxPendingBytes how much the windows may hold that wait behind the one being delivered; one may wait in
     *     any case
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

    /** Throws nothing: a pool waits for ever for a thread of which it thinks that it works. */
    private void begin() {
        try {
            threads.add(Thread.currentThread());
            BackgroundThreads.lower();
        } catch (OutOfMemoryError e) {
            // It works as well as it is.
        }
    }

    @Override
    public boolean submit(Submission submission) {
        Delivering delivering = new Delivering(submission);
        delivering.bytes = submission.bytes();
        synchronized (monitor) {
            long held = waiting.stream().mapToLong(other -> other.bytes).sum();
            // Not as a sum, which huge numbers would pass.
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
            // All has been given up.
        } finally {
            if (!taken) {
                stopWaiting(delivering);
                count(-1);
            }
        }
        return taken;
    }

    /** Takes into account what a window holds now that it has been put together. */
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
            // What abort() gave up has been taken off already.
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
