package io.stepprofiler.analysis.rules;

/**
 * From what figure on a rule says something.
 *
 * @param information from here on it is worth knowing
 * @param warning from here on it is worth doing something about; infinite for a rule that never warns
 */
public record Thresholds(double information, double warning) {
    /** Any figure above 0. */
    public static final double ANY = Double.MIN_NORMAL;

    /**
     * Checks the order.
     *
     * @param information from here on it is worth knowing
     * @param warning from here on it is worth doing something about
     * @throws IllegalArgumentException if one is not a number, negative, or {@code warning} is the smaller one
     */
    public Thresholds {
        if (!(information >= 0) || !(warning >= information)) {
            throw new IllegalArgumentException("information = " + information + ", warning = " + warning
                    + " is not allowed: must be 0 <= information <= warning");
        }
    }
}
