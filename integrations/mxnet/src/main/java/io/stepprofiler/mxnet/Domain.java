package io.stepprofiler.mxnet;

import io.stepprofiler.Counter;
import io.stepprofiler.Marker;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.AsyncWork;
import io.stepprofiler.recording.NameTable;

/**
 * Group of tasks, frames, counters and markers, which is their category in statistics and traces. Immutable, safe on
 * any thread.
 */
public final class Domain {
    private final String name;

    private Domain(String name) {
        this.name = name;
    }

    /**
     * {@return the domain of a name} Never throws.
     *
     * @param name its name
     */
    @SuppressWarnings("NullAway") // Callers without a null checker may pass null.
    public static Domain of(String name) {
        Profiler.load();
        return new Domain(name == null ? "" : NameTable.shortened(name));
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    /**
     * {@return a task of the domain}
     *
     * @param task its name
     */
    public Task newTask(String task) {
        return new Task(AsyncWork.of(task, EventKind.TASK, name), name);
    }

    /**
     * {@return a frame of the domain}
     *
     * @param frame its name
     */
    public Frame newFrame(String frame) {
        return new Frame(AsyncWork.of(frame, EventKind.FRAME, name), name);
    }

    /**
     * {@return a counter of the domain, which is 0 and has no sample yet}
     *
     * @param counter its name
     */
    public Counter newCounter(String counter) {
        return Counter.of(counter, name);
    }

    /**
     * {@return a counter of the domain with a first value}
     *
     * @param counter its name
     * @param value its value, which is a sample
     */
    public Counter newCounter(String counter, long value) {
        Counter created = newCounter(counter);
        created.set(value);
        return created;
    }

    /**
     * {@return a marker of the domain}
     *
     * @param marker its name
     */
    public Marker newMarker(String marker) {
        return Marker.of(marker, name);
    }

    /** {@return its name} */
    @Override
    public String toString() {
        return name;
    }
}
