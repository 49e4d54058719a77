package io.stepprofiler.report.page;

import java.util.Arrays;

/**
 * Scale that maps the values of a counter to whole numbers: exact if they are whole and not far apart, else finer than
 * any display.
 *
 * @param base the lowest value
 * @param step unit of a value's distance from the base
 */
record TimelineScale(double base, double step) {
    /** Replaces a value that is not finite. */
    static final long GAP = 0;

    private static final double FINEST = 1 << 16;
    private static final double EXACT = 1 << 30;

    static TimelineScale of(double... values) {
        double lowest = Arrays.stream(values).filter(Double::isFinite).min().orElse(0);
        double highest = Arrays.stream(values).filter(Double::isFinite).max().orElse(0);
        boolean areWhole = Arrays.stream(values).filter(Double::isFinite).allMatch(value -> value == Math.rint(value));
        // Divided first, because the difference of two finite numbers may overflow.
        double step = highest / FINEST - lowest / FINEST;
        return new TimelineScale(lowest, step == 0 || (areWhole && step * FINEST < EXACT) ? 1 : step);
    }

    /** The whole number of a value, from 1 on, or {@link #GAP}. */
    long step(double value) {
        return Double.isFinite(value) ? Math.round(value / step - base / step) + 1 : GAP;
    }
}
