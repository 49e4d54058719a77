package io.stepprofiler.analysis.rules;

/** How much a finding matters. */
public enum Severity {
    /** Worth knowing. */
    INFORMATION,
    /** Worth doing something about. */
    WARNING
}
