package io.stepprofiler.mxnet;

/** Daemon threads, which do not keep the virtual machine from ending. */
final class Background {
    private static final long MOST_MILLIS = 10_000;

    private Background() {}

    static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, "step-profiler-mxnet-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
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
