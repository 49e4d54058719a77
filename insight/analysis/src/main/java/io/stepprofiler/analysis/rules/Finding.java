package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * Result of a rule whose figure reached a threshold.
 *
 * @param rule id of the rule
 * @param title name of the rule for people
 * @param severity its importance
 * @param role its use in the verdict
 * @param measure the figure that was compared with the thresholds
 * @param sentence the finding in one sentence, without a full stop
 * @param nextStep what to do next, in a few words; empty if there is nothing to do
 * @param gainShare the most that a step could gain, as a part of it
 * @param gainNanosPerStep the most that an average step could gain, in nanoseconds
 * @param proofs evidence, the most important first
 * @param advice what to do
 * @param partOf id of the rule whose finding is about the same time and contains it; empty if there is none
 */
public record Finding(
        String rule,
        String title,
        Severity severity,
        Role role,
        double measure,
        String sentence,
        String nextStep,
        double gainShare,
        long gainNanosPerStep,
        List<Proof> proofs,
        List<Advice> advice,
        String partOf) {
    /** Copies the lists. */
    public Finding {
        proofs = List.copyOf(proofs);
        advice = List.copyOf(advice);
    }

    /** Returns this finding with another importance, gain and head. */
    Finding with(Severity other, double share, long nanosPerStep, String head) {
        return new Finding(
                rule, title, other, role, measure, sentence, nextStep, share, nanosPerStep, proofs, advice, head);
    }
}
