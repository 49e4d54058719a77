package io.stepprofiler.readers.xspace;

import com.google.common.math.LongMath;
import java.util.List;
import java.util.stream.LongStream;

/** Arithmetic of times from a file, which may have any value; results saturate at the limits of a {@code long}. */
final class Times {
    private static final long PICOS_A_NANO = 1000;

    /** The largest time of a line that leaves the same range for its events: 53 days. */
    private static final long MAX_NANOS = Long.MAX_VALUE / PICOS_A_NANO / 2;

    private Times() {}

    /**
     * Origin of times: 0, or the time of the earliest line with events if times since 0 would not fit; lines that are
     * far from most others have wrong times and do not count.
     */
    static long origin(List<ProfilePlane> planes) {
        long[] times = planes.stream()
                .flatMap(plane -> plane.lines.stream())
                .filter(line -> line.eventCount > 0)
                .mapToLong(line -> line.timestampNanos)
                .sorted()
                .toArray();
        boolean fits = LongStream.of(times).allMatch(nanos -> nanos <= MAX_NANOS && nanos >= -MAX_NANOS);
        return fits
                ? 0
                : LongStream.of(times)
                        .filter(nanos -> nanos >= LongMath.saturatedSubtract(times[times.length / 2], MAX_NANOS))
                        .findFirst()
                        .orElse(0);
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
