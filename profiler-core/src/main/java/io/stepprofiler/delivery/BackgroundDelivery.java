package io.stepprofiler.delivery;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Delivers on daemon threads of its own, in the order of submission.
 *
 * <p>One thread walks down the windows and the handlers; putting a trace together and calling a handler are done on
 * another, so that what hangs can be left behind. Both have a low priority, and end when they have had nothing to do for a while.
 */
public final class BackgroundDelivery implements Delivery {
    private static final long IDLE_SECONDS = 10;

    /** What putting a trace together may take beyond its own deadline, to which it keeps by itself. */
    private static final Duration GRACE = Duration.ofMinutes(1);

    /** Longer than anybody waits, and short enough for nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(365);

    /** The delivery of one window, which may still be waiting in the queue when all is given up. */
    private final class Delivering implements Runnable {
        private final Submission submission;

        Delivering(Submission submission) {
            this.submission = submission;
        }

        @Override
        public void run() {
            try {
                chain.deliver(submission);
            } finally {
                count(-1);
            }
        }
    }

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor deliverer;
    private final ExecutorService callers;
    private final HandlerChain chain;
    private final Object monitor = new Object();
    private int undelivered;

    /**
     * A delivery to these handlers, in this order.
     *
     * @param handlers what each trace is given to, one after the other
     * @param listener what hears how deliveries go
     * @param assemblyTimeout how long putting a trace together takes at most, by its own reckoning
     * @param handlerTimeout how long a handler may take for one trace
     * @param maxPending how many windows may wait behind the one being delivered
     */
    public BackgroundDelivery(
            List<TraceHandler> handlers,
            DeliveryListener listener,
            Duration assemblyTimeout,
            Duration handlerTimeout,
            int maxPending) {
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
        deliverer = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(maxPending),
                work -> daemon(work, "step-profiler-delivery"));
        deliverer.allowCoreThreadTimeOut(true);
        callers = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> daemon(work, "step-profiler-handler"));
    }

    private Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(
                () -> {
                    threads.add(Thread.currentThread());
                    BackgroundThreads.lower();
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

    @Override
    public boolean submit(Submission submission) {
        count(1);
        boolean taken = false;
        try {
            deliverer.execute(new Delivering(submission));
            taken = true;
        } catch (RejectedExecutionException e) {
            // Too many are waiting.
        } finally {
            if (!taken) {
                count(-1);
            }
        }
        return taken;
    }

    private void count(int change) {
        synchronized (monitor) {
            // What abort() gave up has been taken off already.
            undelivered = Math.max(undelivered + change, 0);
            monitor.notifyAll();
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
        if (isDeliveringHere()) {
            return false;
        }
        long deadline = System.nanoTime() + (timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST).toNanos();
        boolean interrupted = false;
        try {
            synchronized (monitor) {
                while (undelivered > 0) {
                    long rest = deadline - System.nanoTime();
                    if (rest <= 0) {
                        return false;
                    }
                    try {
                        TimeUnit.NANOSECONDS.timedWait(monitor, Math.max(rest, TimeUnit.MILLISECONDS.toNanos(1)));
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
                return true;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
            try {
                callers.shutdownNow();
                for (Runnable waiting : deliverer.shutdownNow()) {
                    if (waiting instanceof Delivering delivering) {
                        delivering.submission.discard();
                    }
                }
            } catch (SecurityException e) {
                // Without modifyThread: the threads end by themselves when they are done.
            }
            int given = undelivered;
            undelivered = 0;
            monitor.notifyAll();
            return given;
        }
    }
}
