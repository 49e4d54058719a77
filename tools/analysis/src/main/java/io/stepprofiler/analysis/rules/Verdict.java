package io.stepprofiler.analysis.rules;

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
