package io.stepprofiler.mxnet;

/**
 * Work that begins and ends anywhere, also on different threads, several times at once; see {@link
 * Domain#newTask(String)}. Recorded while the profiler runs and does not pause. Never throws; for any thread.
 */
public final class Task extends Timed {
    Task(io.stepprofiler.Task task) {
        super(task.name(), task::begin, io.stepprofiler.Task::end, true);
    }
}
