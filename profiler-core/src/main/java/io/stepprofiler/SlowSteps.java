package io.stepprofiler;

import java.util.Arrays;

/** Tells which steps are slow compared with those just before them. For one thread at a time. */
final class SlowSteps {
    /** Fewer steps than these have no median worth comparing with. */
    private static final int LEAST = 8;

    private final double times;
    private final long[] last = new long[History.MEDIAN_OF];
    private long count;

    /** Takes as slow what takes more than so many times the median. */
    SlowSteps(double times) {
        this.times = times;
    }

    /** Whether a step of so many ticks is slow; it counts among those that later ones are compared with. */
    boolean isSlow(long ticks) {
        int known = (int) Math.min(count, last.length);
        boolean slow = known >= LEAST && ticks > times * median(known);
        last[(int) (count++ % last.length)] = ticks;
        return slow;
    }

    private double median(int known) {
        long[] sorted = Arrays.copyOf(last, known);
        Arrays.sort(sorted);
        return known % 2 == 1 ? sorted[known / 2] : (sorted[known / 2 - 1] + sorted[known / 2]) / 2.0;
    }
}
