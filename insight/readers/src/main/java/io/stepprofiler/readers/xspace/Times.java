package io.stepprofiler.readers.xspace;

import com.google.common.math.LongMath;
import java.util.List;

/** Arithmetic of times from a file, which may have any value; results saturate at the limits of a {@code long}. */
final class Times {
    private static final long PICOS_A_NANO = 1000;

    /** The largest time of a line that leaves the same range for its events: 53 days. */
    private static final long MAX_NANOS = Long.MAX_VALUE / PICOS_A_NANO / 2;

    private Times() {}

    /** Origin of times: 0, or the time of the earliest line with events if times since 0 would not fit. */
    static long origin(List<ProfilePlane> planes) {
        long earliest = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        for (ProfilePlane plane : planes) {
            for (ProfileLine line : plane.lines) {
                if (line.eventCount > 0) {
                    earliest = Math.min(earliest, line.timestampNanos);
                    latest = Math.max(latest, line.timestampNanos);
                }
            }
        }
        boolean fits = latest <= MAX_NANOS && earliest >= -MAX_NANOS;
        return fits || earliest > latest ? 0 : earliest;
    }

    /** A time of a line and an offset as picoseconds since the origin. */
    static long picos(long nanos, long originNanos, long offsetPicos) {
        long line = LongMath.saturatedMultiply(LongMath.saturatedSubtract(nanos, originNanos), PICOS_A_NANO);
        return LongMath.saturatedAdd(line, offsetPicos);
    }

    static long end(long startPicos, long durationPicos) {
        return LongMath.saturatedAdd(startPicos, durationPicos);
    }

    static long nanos(long picos) {
        return Math.floorDiv(picos, PICOS_A_NANO);
    }
}
