package io.stepprofiler.report.page;

import java.util.Arrays;

/**
 * Values of a counter as whole numbers: exact where they are some and not far apart, else so fine that no display tells.
 *
 * @param base the lowest value
 * @param step what a value is a multiple of, beside the base
 */
record TimelineScale(double base, double step) {
    /** In place of a value that is no number. */
    static final long GAP = 0;

    private static final double FINEST = 1 << 16;
    private static final double EXACT = 1 << 30;

    static TimelineScale of(double... values) {
        double lowest = Arrays.stream(values).filter(Double::isFinite).min().orElse(0);
        double highest = Arrays.stream(values).filter(Double::isFinite).max().orElse(0);
        boolean areWhole = Arrays.stream(values).filter(Double::isFinite).allMatch(value -> value == Math.rint(value));
        // Divided first, because the difference of two numbers may be none.
        double step = highest / FINEST - lowest / FINEST;
        return new TimelineScale(lowest, step == 0 || (areWhole && step * FINEST < EXACT) ? 1 : step);
    }

    /** The number of a value, from 1 on, or {@link #GAP}. */
    long step(double value) {
        return Double.isFinite(value) ? Math.round(value / step - base / step) + 1 : GAP;
    }
}
