package io.stepprofiler.analysis.report;

/** Which way a metric gets better. */
public enum Polarity {
    /** Less is better. */
    LOWER_IS_BETTER,
    /** More is better. */
    HIGHER_IS_BETTER,
    /** Neither: a change is a change. */
    NEUTRAL
}
