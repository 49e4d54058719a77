package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * Result of checking a window by rules.
 *
 * @param verdict the most important result
 * @param findings the findings: warnings first, in each severity by decreasing possible gain
 * @param fine titles of the rules that were checked and found nothing
 * @param unchecked the rules that could not be checked
 */
public record Diagnosis(Verdict verdict, List<Finding> findings, List<String> fine, List<Unchecked> unchecked) {
    /** Copies the lists. */
    public Diagnosis {
        findings = List.copyOf(findings);
        fine = List.copyOf(fine);
        unchecked = List.copyOf(unchecked);
    }

    /**
     * {@return this diagnosis of a window in a run whose steps do not get slower} A rise within the window is chance.
     *
     * @param steps number of complete steps of the window
     */
    public Diagnosis inSteadyRun(int steps) {
        List<Finding> rest = findings.stream()
                .filter(each -> !each.rule().equals(TrendRules.SLOWER))
                .toList();
        boolean isVerdict = verdict.rule().equals(TrendRules.SLOWER)
                || (verdict.rule().isEmpty() && steps >= AvailableEvidence.FEWEST_STEPS);
        return new Diagnosis(isVerdict ? Headline.of(rest, steps) : verdict, rest, fine, unchecked);
    }

    /**
     * A rule that could not be checked.
     *
     * @param rule id of the rule
     * @param title name of the rule for people
     * @param reason missing evidence, or the failure
     * @param turnOn options to turn on, as written in code or on the command line; empty if none helps
     */
    public record Unchecked(String rule, String title, String reason, String turnOn) {}

    /**
     * Main result of a window: one sentence with one figure, and one next step.
     *
     * @param rule id of the rule whose finding it is; empty if there is none
     * @param title name for people, such as {@code Input-bound}
     * @param sentence one sentence without a full stop
     * @param nextStep what to do next, in a few words; empty if there is nothing to do
     * @param isSure whether there are enough steps to rely on it
     */
    public record Verdict(String rule, String title, String sentence, String nextStep, boolean isSure) {}
}
