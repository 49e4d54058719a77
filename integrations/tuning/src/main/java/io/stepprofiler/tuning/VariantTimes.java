package io.stepprofiler.tuning;

import io.stepprofiler.readers.accounting.TrimmedMean;
import java.util.Objects;

/**
 * Times of one variant.
 *
 * <p>Mean and deviation of more than two calls leave out the fastest and the slowest, as in ejkernel. A variant that
 * was not measured has an infinite mean and deviation.
 *
 * @param id the variant
 * @param calls number of measured calls, including calls that mean and deviation leave out
 * @param meanNanos mean time of a call in nanoseconds, 0 or more
 * @param deviationNanos standard deviation of the calls as a population, in nanoseconds
 * @param failure the reason if it was not measured; else empty
 */
public record VariantTimes(String id, int calls, double meanNanos, double deviationNanos, String failure) {
    /** Failure of a variant whose calls did not throw but are not in the trace. */
    static final String NOT_SEEN = "no call of it was seen";

    /**
     * Refuses null and values that are no times.
     *
     * @throws IllegalArgumentException if a number is negative or not a number
     */
    public VariantTimes {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(failure, "failure");
        if (calls < 0 || !(meanNanos >= 0) || !(deviationNanos >= 0)) {
            throw new IllegalArgumentException("calls = " + calls + ", meanNanos = " + meanNanos + ", deviationNanos = "
                    + deviationNanos + " are not allowed: must be 0 or more");
        }
    }

    /** The times of some calls; infinite if there are none. */
    static VariantTimes of(String id, double[] nanos) {
        if (nanos.length == 0) {
            return missing(id, NOT_SEEN);
        }
        TrimmedMean mean = TrimmedMean.of(nanos);
        return new VariantTimes(id, nanos.length, mean.mean(), mean.deviation(), "");
    }

    static VariantTimes missing(String id, String failure) {
        return new VariantTimes(id, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, failure);
    }

    /** {@return whether the variant has times} */
    public boolean isMeasured() {
        return calls > 0;
    }
}
