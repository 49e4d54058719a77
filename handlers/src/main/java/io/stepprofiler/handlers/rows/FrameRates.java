package io.stepprofiler.handlers.rows;

import java.util.HashMap;
import java.util.Map;

/**
 * How often frames of a name begin, for the frames of one track in the order of their starts: from the one before on
 * the track, by how far their numbers and their times are apart, since frames between them may be on other threads.
 */
public final class FrameRates {
    private static final double NANOS_A_SECOND = 1e9;

    private record Frame(long number, long startNanos) {}

    private final Map<Integer, Frame> last = new HashMap<>();

    /** Nothing has been seen yet. */
    public FrameRates() {}

    /**
     * {@return the frames per second up to the next frame; not a number for the first of its name, and where it has no
     * later number and time than the one before}
     *
     * @param nameId the name of the frame
     * @param number which frame of this name it is
     * @param startNanos when it began
     */
    public double next(int nameId, long number, long startNanos) {
        Frame before = last.put(nameId, new Frame(number, startNanos));
        boolean isLater = before != null && number > before.number() && startNanos > before.startNanos();
        return isLater ? (number - before.number()) * NANOS_A_SECOND / (startNanos - before.startNanos()) : Double.NaN;
    }
}
