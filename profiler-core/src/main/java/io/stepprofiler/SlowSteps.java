package io.stepprofiler;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;

/** Comparison of each step with the median of the steps before it. For one thread at a time. */
final class SlowSteps {
    /** Least number of steps for a meaningful median. */
    private static final int LEAST = 8;

    private final long[] last = new long[History.MEDIAN_OF];
    private long count;

    /**
     * Returns the ratio of a step's ticks to the median of the steps before it, or 0 if these are too few. Later steps
     * are compared with this step, too.
     */
    double timesTheMedian(long ticks) {
        int known = (int) Math.min(count, last.length);
        double times = known < LEAST ? 0 : ticks / (double) Math.max(median(known), 1);
        last[(int) (count++ % last.length)] = ticks;
        return times;
    }

    private long median(int known) {
        long[] sorted = Arrays.copyOf(last, known);
        Arrays.sort(sorted);
        return Quantiles.of(sorted, 0.5);
    }
}
