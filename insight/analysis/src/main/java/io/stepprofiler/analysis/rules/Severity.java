package io.stepprofiler.analysis.rules;

import java.util.Optional;

/** Importance of a finding. */
public enum Severity {
    /** Worth knowing. */
    INFORMATION,
    /** Worth doing something about. */
    WARNING;

    /**
     * {@return the severity of a figure; empty if it is below all thresholds or not a number}
     *
     * @param measure the figure
     * @param thresholds the thresholds of its rule
     */
    public static Optional<Severity> of(double measure, Thresholds thresholds) {
        if (measure >= thresholds.warning()) {
            return Optional.of(WARNING);
        }
        return measure >= thresholds.information() ? Optional.of(INFORMATION) : Optional.empty();
    }
}
