package io.stepprofiler.analysis.operators;

/**
 * Durations by magnitude, 32 buckets for each doubling: a bucket is as wide as a 32nd of the power of two below it, so
 * that its middle is at most 1/64 (1.6 %) away from each of its values. Below 64 each duration has its own.
 */
public final class DurationBuckets {
    /**
     * Upper bound of the number of buckets; the table column of a step and a bucket is {@code step * COUNT + bucket}.
     */
    public static final int COUNT = 2048;

    private static final int SUB_BITS = 5;

    private DurationBuckets() {}

    /**
     * {@return the bucket of a duration; larger durations have larger buckets}
     *
     * @param nanos the duration, not negative
     */
    public static int of(long nanos) {
        int shift = Math.max(0, Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(nanos | 1));
        return (shift << SUB_BITS) + (int) (nanos >>> shift);
    }
}
