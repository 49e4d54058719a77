package io.stepprofiler.tuning;

/**
 * Difference between the times of a call of one variant and a call of the fastest, with a confidence interval.
 *
 * @param id the variant
 * @param nanos the difference of calls of the same rounds in nanoseconds, the largest and the smallest left out; not a
 *     number if there are fewer than eight
 * @param lowNanos lower end of the interval; negative infinity if there are fewer than eight rounds
 * @param highNanos upper end of the interval; positive infinity if there are fewer than eight rounds
 */
public record Difference(String id, double nanos, double lowNanos, double highNanos) {
    /** {@return whether the variant is significantly slower than the fastest: whether the whole interval is above 0} */
    public boolean isSignificant() {
        return lowNanos > 0;
    }
}
