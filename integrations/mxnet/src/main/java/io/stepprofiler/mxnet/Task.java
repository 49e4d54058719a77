package io.stepprofiler.mxnet;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.AsyncWork;

/**
 * Work that may begin and end on different threads, several times at once; see {@link Domain#newTask(String)}. Recorded
 * while the profiler runs and does not pause. Never throws; safe on any thread.
 */
public final class Task extends TimedWork {
    Task(AsyncWork task, String domain) {
        super(ProfileCategory.name(EventKind.TASK, domain, false), task.name(), task::begin, AsyncWork::end, true);
    }
}
