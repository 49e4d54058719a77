package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;

/**
 * Figure of a finding: the number that is compared with the thresholds, and its text with its base, such as {@code 12.3
 * % of the step}. A sentence shows this text, so that it states the figure that was compared.
 *
 * @param value the number
 * @param text the number with its unit and, for a share, the whole that it is a part of
 */
public record Figure(double value, String text) {
    /**
     * {@return a share and its base, such as {@code 12.3 % of the step}}
     *
     * @param part the share; 1 for all
     * @param whole the whole that the share is a part of
     */
    public static Figure share(double part, String whole) {
        return new Figure(part, Amount.share(part, whole));
    }

    /**
     * {@return a number of things, such as {@code 2.5 threads}}
     *
     * @param number the number
     * @param things the name of several things
     */
    public static Figure count(double number, String things) {
        return new Figure(number, Amount.number(number) + " " + things);
    }
}
