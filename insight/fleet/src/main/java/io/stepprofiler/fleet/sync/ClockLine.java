package io.stepprofiler.fleet.sync;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;

/**
 * Offset of a clock as a line in its own time.
 *
 * @param baseNanos time of the first figure that the line is fitted to
 * @param offsetNanos offset at this time
 * @param drift change of the offset in nanoseconds a nanosecond
 */
public record ClockLine(long baseNanos, long offsetNanos, double drift) {
    /** The clock that needs no correction. */
    static final ClockLine NONE = new ClockLine(0, 0, 0);

    /** Fewest offsets for a drift: a slope of fewer may be noise. */
    private static final int LEAST = 20;

    /** Most blocks, so that the slopes of all pairs remain few. */
    private static final int BLOCKS = 32;

    /**
     * Fits a line: its slope is the median of the slopes between the medians of blocks (Theil-Sen), so that outliers
     * have no effect, and a long run costs no more than a short one.
     *
     * @param times times of the offsets, ascending, one or more
     * @param offsets the offsets
     */
    static ClockLine fit(long[] times, long[] offsets) {
        double drift = times.length < LEAST ? 0 : slope(times, offsets);
        long[] level = new long[times.length];
        for (int i = 0; i < level.length; i++) {
            level[i] = offsets[i] - Math.round(drift * (times[i] - times[0]));
        }
        return new ClockLine(times[0], Quantiles.midpoint(level), drift);
    }

    private static double slope(long[] times, long[] offsets) {
        int blocks = Math.min(BLOCKS, times.length);
        long[] blockTimes = new long[blocks];
        long[] blockOffsets = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            int from = (int) ((long) i * times.length / blocks);
            int to = (int) ((i + 1L) * times.length / blocks);
            blockTimes[i] = times[(from + to - 1) / 2];
            blockOffsets[i] = Quantiles.midpoint(Arrays.copyOfRange(offsets, from, to));
        }
        double[] slopes = new double[blocks * (blocks - 1) / 2];
        int count = 0;
        for (int i = 0; i < blocks; i++) {
            for (int j = 0; j < i; j++) {
                if (blockTimes[i] > blockTimes[j]) {
                    slopes[count++] = (double) (blockOffsets[i] - blockOffsets[j]) / (blockTimes[i] - blockTimes[j]);
                }
            }
        }
        Arrays.sort(slopes, 0, count);
        return count == 0 ? 0 : (slopes[(count - 1) / 2] + slopes[count / 2]) / 2;
    }

    /**
     * {@return the offset at a time of the clock}
     *
     * @param nanos the time
     */
    public long at(long nanos) {
        return drift == 0 ? offsetNanos : offsetNanos + Math.round(drift * (nanos - baseNanos));
    }
}
