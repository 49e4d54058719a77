package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * Figure that a rule found in a window, before it is compared with the thresholds.
 *
 * @param measure the figure to compare with the thresholds, such as a part of the step from 0 to 1, or a count
 * @param sentence the symptom in one sentence with its most important figure and without a full stop
 * @param nextStep what to do next, in a few words; empty if there is nothing to do
 * @param gainNanos the most time that all steps together could save, in nanoseconds; 0 if it costs no time
 * @param proofs evidence, the most important first
 * @param advice what to do, the most general first
 */
public record Symptom(
        double measure, String sentence, String nextStep, long gainNanos, List<Proof> proofs, List<Advice> advice) {
    /** Copies the lists. */
    public Symptom {
        proofs = List.copyOf(proofs);
        advice = List.copyOf(advice);
    }
}
