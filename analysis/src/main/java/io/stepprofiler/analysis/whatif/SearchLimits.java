package io.stepprofiler.analysis.whatif;

import java.time.Duration;
import java.util.Objects;

/**
 * How much is spent on the search for the smallest peak, which may take time and memory exponential in the number of
 * operations.
 *
 * @param states most sets of operations that are kept, of about 150 bytes and a bit for each operation
 * @param time most time that the search takes
 */
public record SearchLimits(int states, Duration time) {
    /** 100,000 states and ten seconds. */
    public static final SearchLimits DEFAULT = new SearchLimits(100_000, Duration.ofSeconds(10));

    /**
     * Checks them.
     *
     * @param states most sets that are kept
     * @param time most time
     * @throws IllegalArgumentException if one of them is negative
     */
    public SearchLimits {
        Objects.requireNonNull(time, "time");
        if (states < 0) {
            throw new IllegalArgumentException("states = " + states + " is not allowed: must be 0 or more");
        }
        if (time.isNegative()) {
            throw new IllegalArgumentException("time = " + time + " is not allowed: must be 0 or more");
        }
    }
}
