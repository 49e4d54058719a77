package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * What rules say of one window.
 *
 * @param verdict the one thing to read
 * @param findings what was found: warnings first, in each by what a step could gain, the most first
 * @param fine titles of the rules that were checked and had nothing to say
 * @param unchecked the rules that could not be checked
 */
public record Diagnosis(Verdict verdict, List<Finding> findings, List<String> fine, List<Unchecked> unchecked) {
    /**
     * Copies the lists.
     *
     * @param verdict the one thing to read
     * @param findings what was found
     * @param fine titles of the rules that had nothing to say
     * @param unchecked the rules that could not be checked
     */
    public Diagnosis {
        findings = List.copyOf(findings);
        fine = List.copyOf(fine);
        unchecked = List.copyOf(unchecked);
    }

    /**
     * A rule that could not be checked.
     *
     * @param rule id of the rule
     * @param title name of the rule for people
     * @param reason what is missing, or went wrong
     * @param turnOn what to turn on, as one would write it; empty if that does not help
     */
    public record Unchecked(String rule, String title, String reason, String turnOn) {}

    /**
     * What holds the steps of a window up, in one sentence with one number, and one next step.
     *
     * @param rule id of the rule that says so; empty if none does
     * @param title what the window is, such as {@code Input-bound}
     * @param sentence one sentence without a full stop
     * @param nextStep what to do next, in a few words; empty if there is nothing to do
     * @param isSure whether there are enough steps to rely on it
     */
    public record Verdict(String rule, String title, String sentence, String nextStep, boolean isSure) {}
}
