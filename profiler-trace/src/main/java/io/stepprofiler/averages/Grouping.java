package io.stepprofiler.averages;

import java.util.List;

/**
 * Properties besides the name that the events of one row share. Immutable.
 *
 * <p>Names of different {@linkplain io.stepprofiler.event.EventKind kinds}, and work on a device and events of the
 * host, never share a row. Events that lack a property of the grouping share a row with other events that lack it.
 */
public final class Grouping {
    /** Grouping by name alone; the default. */
    public static final Grouping BY_NAME = new Grouping(false, 0, false, false, false);

    final boolean inputShapes;
    final int stackFrames;
    final boolean thread;
    final boolean overload;
    final boolean stream;

    private Grouping(boolean inputShapes, int stackFrames, boolean thread, boolean overload, boolean stream) {
        this.inputShapes = inputShapes;
        this.stackFrames = stackFrames;
        this.thread = thread;
        this.overload = overload;
        this.stream = stream;
    }

    /** {@return this grouping plus the dimensions of the inputs} */
    public Grouping byInputShapes() {
        return new Grouping(true, stackFrames, thread, overload, stream);
    }

    /**
     * {@return this grouping plus the call stack}
     *
     * <p>Backward operations without a stack of their own have the stack of their forward operation.
     *
     * @param frames number of frames, from the innermost; 0 for none
     * @throws IllegalArgumentException if {@code frames} is negative
     */
    public Grouping byStack(int frames) {
        if (frames < 0) {
            throw new IllegalArgumentException("frames = " + frames + " is not allowed: must be 0 or more");
        }
        return new Grouping(inputShapes, frames, thread, overload, stream);
    }

    /** {@return this grouping plus the name of the thread, lane or stream} */
    public Grouping byThread() {
        return new Grouping(inputShapes, stackFrames, true, overload, stream);
    }

    /** {@return this grouping plus the overload} */
    public Grouping byOverload() {
        return new Grouping(inputShapes, stackFrames, thread, true, stream);
    }

    /**
     * {@return this grouping plus, for work on devices, its device and stream} It does not affect events of threads.
     */
    public Grouping byStream() {
        return new Grouping(inputShapes, stackFrames, thread, overload, true);
    }

    private List<Object> properties() {
        return List.of(inputShapes, stackFrames, thread, overload, stream);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Grouping grouping && properties().equals(grouping.properties());
    }

    @Override
    public int hashCode() {
        return properties().hashCode();
    }

    /** {@return the properties, separated by commas, such as {@code name, input shapes}} */
    @Override
    public String toString() {
        return "name" + (inputShapes ? ", input shapes" : "") + (stackFrames > 0 ? ", " + stackFrames + " frames" : "")
                + (thread ? ", thread" : "") + (overload ? ", overload" : "") + (stream ? ", stream" : "");
    }
}
