package io.stepprofiler.averages;

/**
 * Properties besides the name that the events of one row share.
 *
 * <p>Names of different {@linkplain io.stepprofiler.event.EventKind kinds}, and work on a device and events of the
 * host, never share a row. Events that lack a property of the grouping share a row with other events that lack it.
 *
 * @param inputShapes whether to group by the dimensions of the inputs
 * @param stackFrames number of frames of the call stack, from the innermost, to group by; 0 for none
 * @param thread whether to group by the name of the thread, lane or stream
 * @param overload whether to group operations by the overload
 * @param stream whether to group work on devices by the device and the stream
 */
public record Grouping(boolean inputShapes, int stackFrames, boolean thread, boolean overload, boolean stream) {
    /** Grouping by name alone; the default. */
    public static final Grouping BY_NAME = new Grouping(false, 0, false, false, false);

    /**
     * Checks the number of frames.
     *
     * @param inputShapes whether to group by the dimensions of the inputs
     * @param stackFrames number of frames of the call stack to group by, 0 or more
     * @param thread whether to group by the name of the thread, lane or stream
     * @param overload whether to group operations by the overload
     * @param stream whether to group work on devices by the device and the stream
     * @throws IllegalArgumentException if {@code stackFrames} is negative
     */
    public Grouping {
        if (stackFrames < 0) {
            throw new IllegalArgumentException("stackFrames = " + stackFrames + " is not allowed: must be 0 or more");
        }
    }

    /**
     * A grouping without streams.
     *
     * @param inputShapes whether to group by the dimensions of the inputs
     * @param stackFrames number of frames of the call stack to group by, 0 or more
     * @param thread whether to group by the name of the thread, lane or stream
     * @param overload whether to group operations by the overload
     * @throws IllegalArgumentException if {@code stackFrames} is negative
     */
    public Grouping(boolean inputShapes, int stackFrames, boolean thread, boolean overload) {
        this(inputShapes, stackFrames, thread, overload, false);
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
}
