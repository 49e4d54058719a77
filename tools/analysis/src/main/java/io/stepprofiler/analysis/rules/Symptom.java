package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * What a rule has seen, before it is held against the thresholds.
 *
 * @param measure the figure that thresholds are about, such as a part of the step from 0 to 1, or a count
 * @param sentence what is seen, in one sentence with its most important figure and without a full stop
 * @param nextStep what to do next, in a few words; empty if there is nothing to do
 * @param gainNanos the most time that all steps together could do without, in nanoseconds; 0 if it takes none
 * @param proofs evidence, the most important first
 * @param advice what to do, the most general first
 */
public record Symptom(
        double measure, String sentence, String nextStep, long gainNanos, List<Proof> proofs, List<Advice> advice) {
    /**
     * Copies the lists.
     *
     * @param measure the figure that thresholds are about
     * @param sentence what is seen
     * @param nextStep what to do next
     * @param gainNanos the most time that all steps together could do without
     * @param proofs evidence
     * @param advice what to do
     */
    public Symptom {
        proofs = List.copyOf(proofs);
        advice = List.copyOf(advice);
    }
}
