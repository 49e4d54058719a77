package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.NameTable;

/**
 * Group of markers, tasks, frames and counters that belong together, such as all of one part of a program.
 *
 * <pre>{@code
 * private static final Domain INPUT = Domain.of("input");
 * private static final Task DECODE = INPUT.task("decode");
 * private static final Counter QUEUED = INPUT.counter("queued");
 * }</pre>
 *
 * <p>The same name in two domains stands for different things. Immutable; domains of equal names are equal.
 */
public final class Domain {
    private final String name;

    private Domain(String name) {
        this.name = name;
    }

    /**
     * {@return the domain of this name} Never throws: null and empty names give the default domain, and long names are
     * truncated.
     *
     * @param name the name, of 1 to {@value Label#MAX_LENGTH} characters
     */
    @SuppressWarnings("NullAway") // Callers without a null checker may pass null.
    public static Domain of(String name) {
        return new Domain(name == null ? "" : NameTable.shortened(name));
    }

    /** {@return the name of the domain} */
    public String name() {
        return name;
    }

    /**
     * {@return the marker of this name in this domain} Never throws, see {@link Label#of}.
     *
     * @param marker name of the marker
     */
    public Marker marker(String marker) {
        return new Marker(marker, name);
    }

    /**
     * {@return the task of this name in this domain} Never throws, see {@link Label#of}.
     *
     * @param task name of the task
     */
    public Task task(String task) {
        return new Task(Label.of(task, EventKind.TASK, name));
    }

    /**
     * {@return the frame of this name in this domain} Never throws, see {@link Label#of}.
     *
     * @param frame name of the frame
     */
    public Frame frame(String frame) {
        return Frame.of(frame, name);
    }

    /**
     * {@return the counter of this name in this domain} Never throws, see {@link Label#of}.
     *
     * @param counter name of the counter
     */
    public Counter counter(String counter) {
        return Counter.of(counter, name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Domain domain && domain.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "Domain[" + name + "]";
    }
}
