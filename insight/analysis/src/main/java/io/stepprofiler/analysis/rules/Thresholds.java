package io.stepprofiler.analysis.rules;

/**
 * Figures from which on a rule reports a finding.
 *
 * @param information smallest figure that is worth knowing
 * @param warning smallest figure that is worth acting on; infinite for a rule that never warns
 */
public record Thresholds(double information, double warning) {
    /** Any figure above 0. */
    public static final double ANY = Double.MIN_NORMAL;

    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException if one is not a number, negative, or {@code warning} is the smaller one
     */
    public Thresholds {
        if (!(information >= 0) || !(warning >= information)) {
            throw new IllegalArgumentException("information = " + information + ", warning = " + warning
                    + " is not allowed: must be 0 <= information <= warning");
        }
    }
}
