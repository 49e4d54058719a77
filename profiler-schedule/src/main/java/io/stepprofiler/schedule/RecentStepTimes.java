package io.stepprofiler.schedule;

import java.util.Arrays;

/**
 * Times of the last steps, and the decision whether they are steady. Steps that are shorter than a millisecond are
 * grouped, and count with their mean, so that half a second of steps fits. Allocates nothing after its creation.
 */
final class RecentStepTimes {
    private static final int KEPT = 512;
    private static final long GROUP_NANOS = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    /** Least number of times for a decision, if they take a second. */
    private static final int LEAST = 20;

    /** Least number of times for a decision about long steps, if they take ten seconds. */
    private static final int LEAST_OF_LONG = 6;

    /** Fall of the median, from the older to the newer half, that does not matter. */
    private static final double STEADY_FALL = 0.02;

    /**
     * Standard error of the difference of two medians, times 1.64, in interquartile ranges over the square root of the
     * size of a half: a larger fall is by chance in one of twenty cases.
     */
    private static final double CHANCE = 2.15;

    private static final int OF_MEDIAN = 63;
    private static final int MEDIAN_EVERY = 16;

    private final long[] times = new long[KEPT];
    private final long[] older = new long[KEPT];
    private final long[] newer = new long[KEPT];
    private long count;
    private long groupNanos;
    private int groupSteps;
    private long median;

    void add(long nanos) {
        groupNanos += nanos;
        groupSteps++;
        if (groupNanos < GROUP_NANOS) {
            return;
        }
        times[(int) (count % KEPT)] = groupNanos / groupSteps;
        count++;
        groupNanos = 0;
        groupSteps = 0;
        if (count <= LEAST || count % MEDIAN_EVERY == 0) {
            median = median();
        }
    }

    /** Median of the last times; it lags behind by at most 16 of them. 0 if there are none. */
    long medianNanos() {
        return count == 0 ? 0 : median;
    }

    /** True if a step takes more than three medians, and enough steps are known for a median. */
    boolean isSlow(long nanos) {
        return count >= LEAST && nanos > 3 * median;
    }

    /** True if the newest times are enough for a decision, and their newer half is not faster than the older one. */
    boolean isSteady() {
        int half = span() / 2;
        if (half == 0) {
            return false;
        }
        copy(newer, half, 0);
        copy(older, half, half);
        double before = quantile(older, half, 0.5);
        double range = quantile(newer, half, 0.75) - quantile(newer, half, 0.25);
        double tolerance = Math.max(STEADY_FALL * before, CHANCE * range / Math.sqrt(half));
        return before - quantile(newer, half, 0.5) <= tolerance;
    }

    /** Number of newest times that are enough for a decision; 0 if all are not. */
    private int span() {
        int known = (int) Math.min(count, KEPT);
        long nanos = 0;
        for (int i = 0; i < known; i++) {
            nanos += Math.max(GROUP_NANOS, time(i));
            int taken = i + 1;
            long enough = taken >= LEAST ? SECOND : 10 * SECOND;
            if (taken >= LEAST_OF_LONG && nanos >= enough) {
                return taken;
            }
        }
        return known == KEPT ? KEPT : 0;
    }

    private long median() {
        int known = (int) Math.min(count, OF_MEDIAN);
        copy(newer, known, 0);
        return (long) quantile(newer, known, 0.5);
    }

    /** Copies times, sorted: the given number before the last {@code skipped} ones. */
    private void copy(long[] to, int size, int skipped) {
        for (int i = 0; i < size; i++) {
            to[i] = time(skipped + i);
        }
        Arrays.sort(to, 0, size);
    }

    /** Time number {@code back} from the newest, which is 0. */
    private long time(int back) {
        return times[(int) ((count - 1 - back) % KEPT)];
    }

    private static double quantile(long[] sorted, int size, double at) {
        double position = at * (size - 1);
        int below = (int) position;
        int above = Math.min(below + 1, size - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }
}
