package io.stepprofiler.mxnet;

/**
 * Work that may begin and end on different threads, several times at once; see {@link Domain#newTask(String)}. Recorded
 * while the profiler runs and does not pause. Never throws; safe on any thread.
 */
public final class Task extends TimedWork {
    Task(io.stepprofiler.Task task) {
        super(task.name(), task::begin, io.stepprofiler.Task::end, true);
    }
}
