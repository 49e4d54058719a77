package io.stepprofiler.mxnet;

import io.stepprofiler.Counter;
import io.stepprofiler.Marker;

/**
 * Group of tasks, frames, counters and markers, which is their category in statistics and traces. Immutable, safe on
 * any thread.
 */
public final class Domain {
    private final io.stepprofiler.Domain domain;

    private Domain(io.stepprofiler.Domain domain) {
        this.domain = domain;
    }

    /**
     * {@return the domain of a name} Never throws.
     *
     * @param name its name
     */
    public static Domain of(String name) {
        Profiler.load();
        return new Domain(io.stepprofiler.Domain.of(name));
    }

    /** {@return its name} */
    public String name() {
        return domain.name();
    }

    /**
     * {@return a task of the domain}
     *
     * @param name its name
     */
    public Task newTask(String name) {
        return new Task(domain.task(name));
    }

    /**
     * {@return a frame of the domain}
     *
     * @param name its name
     */
    public Frame newFrame(String name) {
        return new Frame(domain.frame(name));
    }

    /**
     * {@return a counter of the domain, which is 0 and has no sample yet}
     *
     * @param name its name
     */
    public Counter newCounter(String name) {
        return domain.counter(name);
    }

    /**
     * {@return a counter of the domain with a first value}
     *
     * @param name its name
     * @param value its value, which is a sample
     */
    public Counter newCounter(String name, long value) {
        Counter counter = newCounter(name);
        counter.set(value);
        return counter;
    }

    /**
     * {@return a marker of the domain}
     *
     * @param name its name
     */
    public Marker newMarker(String name) {
        return domain.marker(name);
    }

    /** {@return its name} */
    @Override
    public String toString() {
        return name();
    }
}
