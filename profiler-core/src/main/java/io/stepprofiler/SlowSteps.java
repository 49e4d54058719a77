package io.stepprofiler;

import java.util.Arrays;

/** Tells which steps are slow compared with those just before them. For one thread at a time. */
final class SlowSteps {
    /** Fewer steps than these have no median worth comparing with. */
    private static final int LEAST = 8;

    private final long[] last = new long[History.MEDIAN_OF];
    private long count;

    /**
     * How many times the median of the steps before it a step took, in ticks; 0 if there are too few. Later ones are
     * compared with it, too.
     */
    double timesTheMedian(long ticks) {
        int known = (int) Math.min(count, last.length);
        double times = known < LEAST ? 0 : ticks / Math.max(median(known), 1);
        last[(int) (count++ % last.length)] = ticks;
        return times;
    }

    private double median(int known) {
        long[] sorted = Arrays.copyOf(last, known);
        Arrays.sort(sorted);
        return known % 2 == 1 ? sorted[known / 2] : (sorted[known / 2 - 1] + sorted[known / 2]) / 2.0;
    }
}
