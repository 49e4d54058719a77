package io.stepprofiler.analysis.report;

/** Better direction of a metric. */
public enum Polarity {
    /** Less is better. */
    LOWER_IS_BETTER,
    /** More is better. */
    HIGHER_IS_BETTER,
    /** Neither is better. */
    NEUTRAL
}
