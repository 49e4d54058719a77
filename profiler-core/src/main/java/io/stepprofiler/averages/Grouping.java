package io.stepprofiler.averages;

/**
 * Properties that events share, besides their name, if they are summed up in one row.
 *
 * <p>Names of different {@linkplain io.stepprofiler.event.EventKind kinds}, and work on a device and events of the
 * host, are always told apart. Events that do not have what they are grouped by share a row with others that do not.
 *
 * @param inputShapes whether the dimensions of the inputs tell events apart
 * @param stackFrames how many frames of the call stack, from the innermost, tell events apart; 0 for none
 * @param thread whether the name of the thread, lane or stream tells events apart
 * @param overload whether the overload tells operations apart
 * @param stream whether the device and the stream tell work on devices apart
 */
public record Grouping(boolean inputShapes, int stackFrames, boolean thread, boolean overload, boolean stream) {
    /** By name alone; the default. */
    public static final Grouping BY_NAME = new Grouping(false, 0, false, false, false);

    /**
     * Checks the number of frames.
     *
     * @param inputShapes whether the dimensions of the inputs tell events apart
     * @param stackFrames how many frames of the call stack tell events apart, 0 or more
     * @param thread whether the name of the thread, lane or stream tells events apart
     * @param overload whether the overload tells operations apart
     * @param stream whether the device and the stream tell work on devices apart
     * @throws IllegalArgumentException if {@code stackFrames} is negative
     */
    public Grouping {
        if (stackFrames < 0) {
            throw new IllegalArgumentException("stackFrames = " + stackFrames + " is not allowed: must be 0 or more");
        }
    }

    /**
     * A grouping in which streams do not tell work on devices apart.
     *
     * @param inputShapes whether the dimensions of the inputs tell events apart
     * @param stackFrames how many frames of the call stack tell events apart, 0 or more
     * @param thread whether the name of the thread, lane or stream tells events apart
     * @param overload whether the overload tells operations apart
     * @throws IllegalArgumentException if {@code stackFrames} is negative
     */
    public Grouping(boolean inputShapes, int stackFrames, boolean thread, boolean overload) {
        this(inputShapes, stackFrames, thread, overload, false);
    }

    /** {@return this grouping, and by the dimensions of the inputs} */
    public Grouping byInputShapes() {
        return new Grouping(true, stackFrames, thread, overload, stream);
    }

    /**
     * {@return this grouping, and by the call stack}
     *
     * <p>Backward operations without a stack of their own have that of their forward operation.
     *
     * @param frames how many frames, from the innermost; 0 for none
     * @throws IllegalArgumentException if {@code frames} is negative
     */
    public Grouping byStack(int frames) {
        return new Grouping(inputShapes, frames, thread, overload, stream);
    }

    /** {@return this grouping, and by the name of the thread, lane or stream} */
    public Grouping byThread() {
        return new Grouping(inputShapes, stackFrames, true, overload, stream);
    }

    /** {@return this grouping, and by the overload} */
    public Grouping byOverload() {
        return new Grouping(inputShapes, stackFrames, thread, true, stream);
    }

    /**
     * {@return this grouping, and work on devices by its device and stream} Events of threads are not told apart by it.
     */
    public Grouping byStream() {
        return new Grouping(inputShapes, stackFrames, thread, overload, true);
    }
}
