package io.stepprofiler.mxnet;

/**
 * Work that begins and ends anywhere, also on different threads, several times at once; see {@link
 * Domain#newTask(String)}. Recorded while the profiler runs and does not pause. Never throws; for any thread.
 */
public final class Task {
    private final io.stepprofiler.Task task;
    private final OpenTokens open = new OpenTokens();

    Task(io.stepprofiler.Task task) {
        this.task = task;
    }

    /** Begins it, once more if it has begun before. */
    public void start() {
        open.begin(task::begin);
    }

    /**
     * Ends the one that the calling thread has begun last, or, if it has begun none, the oldest that is open; does
     * nothing if none is.
     */
    public void stop() {
        io.stepprofiler.Task.end(open.end());
    }
}
