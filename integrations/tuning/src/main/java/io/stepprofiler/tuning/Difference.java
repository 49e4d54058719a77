package io.stepprofiler.tuning;

/**
 * How much longer a call of one variant takes than one of the fastest, with an interval of confidence.
 *
 * @param id the variant
 * @param nanos the difference of calls of the same rounds in nanoseconds, the largest and the smallest left out; not a
 *     number if there are fewer than eight
 * @param lowNanos lower end of the interval; negative infinity if there are fewer than eight rounds
 * @param highNanos upper end of the interval; positive infinity if there are fewer than eight rounds
 */
public record Difference(String id, double nanos, double lowNanos, double highNanos) {
    /** {@return whether the variant can be told from the fastest: whether all of the interval is above 0} */
    public boolean isTold() {
        return lowNanos > 0;
    }
}
