package io.stepprofiler.report.page;

/** Histogram of durations with eight bins per doubling. Not thread-safe. */
final class DurationBins {
    /** Longer than any real duration. */
    static final long ENDLESS = Long.MAX_VALUE;

    private static final int OF_A_DOUBLING = 8;
    private static final int LOW_BITS = 3;
    private static final int BINS = Long.SIZE * OF_A_DOUBLING;

    private final long[] counts = new long[BINS];
    private long count;

    /** Counts a duration of 0 or more nanoseconds; an {@link #ENDLESS} one is longer than all others. */
    void add(long nanos) {
        counts[bin(nanos)]++;
        count++;
    }

    /** The lower bound of the bin with a quantile; 0 if there are no durations. */
    long quantile(double part) {
        long below = 0;
        for (int bin = 0; bin < BINS && count > 0; bin++) {
            below += counts[bin];
            if (below >= part * count) {
                return first(bin);
            }
        }
        return 0;
    }

    /** The shortest bin bound such that at most the given number of durations are as long or longer. */
    long longest(long most) {
        long longer = 0;
        int lowest = BINS;
        while (lowest > 0 && longer + counts[lowest - 1] <= most) {
            longer += counts[--lowest];
        }
        return lowest == BINS ? ENDLESS : first(lowest);
    }

    /** The bin of a duration, by its highest bit and the three bits below. */
    private static int bin(long nanos) {
        if (nanos == ENDLESS) {
            return BINS - 1;
        }
        if (nanos < OF_A_DOUBLING) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - LOW_BITS;
        return shift * OF_A_DOUBLING + (int) (nanos >>> shift);
    }

    private static long first(int bin) {
        if (bin < OF_A_DOUBLING) {
            return bin;
        }
        int shift = bin / OF_A_DOUBLING - 1;
        boolean isBehindAll = shift > Long.SIZE - 2 - LOW_BITS;
        return isBehindAll ? ENDLESS - 1 : (long) (OF_A_DOUBLING + bin % OF_A_DOUBLING) << shift;
    }
}
