package io.stepprofiler.mxnet;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Daemon threads, which do not keep the virtual machine from ending. */
final class Background {
    private static final long MOST_MILLIS = 10_000;

    /** Minimum ratio of a pause to the duration of the work before it. */
    private static final int SHARE = 20;

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
                    pause = Math.max(period.toNanos(), SHARE * (System.nanoTime() - begun));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return stopped::countDown;
    }

    /** Runs work when the virtual machine ends, for a limited time. */
    static void atExit(Runnable work) {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> runInTime(work), "step-profiler-mxnet-exit"));
        } catch (IllegalStateException | SecurityException e) {
            // The virtual machine is ending, or forbids hooks: the files of continuous dumps remain.
        }
    }

    /** Runs work on another thread, since the thread that ends the virtual machine may hold a lock that work needs. */
    private static void runInTime(Runnable work) {
        try {
            start("exit", work).join(MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
