package io.stepprofiler.analysis.rules;

import java.util.Optional;

/** How much a finding matters. */
public enum Severity {
    /** Worth knowing. */
    INFORMATION,
    /** Worth doing something about. */
    WARNING;

    /** That of a figure; empty if it is below all thresholds. A figure that is no number is. */
    static Optional<Severity> of(double measure, Thresholds thresholds) {
        if (measure >= thresholds.warning()) {
            return Optional.of(WARNING);
        }
        return measure >= thresholds.information() ? Optional.of(INFORMATION) : Optional.empty();
    }
}
