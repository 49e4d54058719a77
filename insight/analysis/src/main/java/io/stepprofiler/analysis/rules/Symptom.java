package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * Statement of a rule about a window, before its figure is compared with the thresholds.
 *
 * @param figure the figure to compare with the thresholds
 * @param sentence the symptom in one sentence without a full stop; it contains the text of the figure
 * @param nextStep what to do next, in a few words; empty if there is nothing to do
 * @param gainNanos the most time that all steps together could save, in nanoseconds; 0 if it costs no time
 * @param proofs evidence, the most important first
 * @param advice what to do, the most general first
 */
public record Symptom(
        Figure figure, String sentence, String nextStep, long gainNanos, List<Proof> proofs, List<Advice> advice) {
    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if the sentence does not contain the text of the figure
     */
    public Symptom {
        if (!sentence.contains(figure.text())) {
            throw new IllegalArgumentException(
                    "sentence = " + sentence + " is not allowed: must contain the figure, " + figure.text());
        }
        proofs = List.copyOf(proofs);
        advice = List.copyOf(advice);
    }
}
