package io.stepprofiler.readers.xspace;

import com.google.common.math.LongMath;
import java.util.List;

/** Arithmetic of times that come from a file and may be anything: what does not fit becomes the nearest that does. */
final class Times {
    private static final long PICOS_A_NANO = 1000;

    /** The largest time of a line that leaves as much room again for its events: 53 days, if it is since the start. */
    private static final long MAX_NANOS = Long.MAX_VALUE / PICOS_A_NANO / 2;

    private Times() {}

    /** What times are counted from: 0, or where that would not fit, the earliest line that has events. */
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
