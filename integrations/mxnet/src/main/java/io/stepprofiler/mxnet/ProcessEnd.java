package io.stepprofiler.mxnet;

/** Has something done when the virtual machine ends, for a limited time. */
final class ProcessEnd {
    private static final long MOST_MILLIS = 10_000;

    private ProcessEnd() {}

    static void hold(Runnable work) {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> runInTime(work), "step-profiler-mxnet-exit"));
        } catch (IllegalStateException | SecurityException e) {
            // The virtual machine is ending, or forbids it: then what continuous dumps have written is there.
        }
    }

    /** In a thread of its own: whoever ends the virtual machine may hold what the work waits for. */
    private static void runInTime(Runnable work) {
        Thread worker = new Thread(work, "step-profiler-mxnet-exit");
        worker.setDaemon(true);
        worker.start();
        try {
            worker.join(MOST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
