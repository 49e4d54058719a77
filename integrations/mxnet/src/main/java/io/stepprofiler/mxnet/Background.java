package io.stepprofiler.mxnet;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Daemon threads, which do not keep the virtual machine from ending. */
final class Background {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long LOOK_MILLIS = 100;

    /** Minimum ratio of a pause to the duration of the work before it. */
    private static final int SHARE = 20;

    /** Longest pause because of that, so that a program that is killed loses little of a long trace. */
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private Background() {}

    static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, "step-profiler-mxnet-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * Runs work after each period, counted from its last end, or later if it takes long; returns what ends that, without
     * waiting.
     */
    static Runnable repeat(String name, Duration period, Runnable work) {
        CountDownLatch stopped = new CountDownLatch(1);
        start(name, () -> {
            long pause = period.toNanos();
            try {
                while (!stopped.await(pause, TimeUnit.NANOSECONDS)) {
                    long begun = System.nanoTime();
                    work.run();
                    pause = pauseAfter(System.nanoTime() - begun, period);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return stopped::countDown;
    }

    static long pauseAfter(long workNanos, Duration period) {
        return Math.max(period.toNanos(), Math.min(SHARE * workNanos, LONGEST_PAUSE_NANOS));
    }

    /** Runs work when the virtual machine ends, for as long as it takes; warns of a loss if it fails. */
    static void atExit(Runnable work, String loss) {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> run(work, loss), "step-profiler-mxnet-exit"));
        } catch (IllegalStateException | SecurityException e) {
            // The virtual machine is ending, or forbids hooks: the files of continuous dumps remain.
        }
    }

    /** Runs work on another thread, since the thread that ends the virtual machine may hold a lock that work needs. */
    private static void run(Runnable work, String loss) {
        MxFailureLog.processEnds();
        Thread thread = start("exit", () -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                MxFailureLog.warn(loss, e);
            }
        });
        try {
            while (thread.isAlive() && !isStuck(thread)) {
                thread.join(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            MxFailureLog.warn(loss + ": the program ended within a call of the profiler", null);
        }
    }

    /** True if a thread waits for a lock of one that waits for the end of this hook. */
    private static boolean isStuck(Thread thread) {
        ThreadInfo waiting = THREADS.getThreadInfo(thread.getId());
        long owner = waiting == null ? -1 : waiting.getLockOwnerId();
        ThreadInfo holder = owner < 0 ? null : THREADS.getThreadInfo(owner, Integer.MAX_VALUE);
        return holder != null && Arrays.toString(holder.getStackTrace()).contains("java.lang.Shutdown.");
    }
}
