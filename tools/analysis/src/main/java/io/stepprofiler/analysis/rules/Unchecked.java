package io.stepprofiler.analysis.rules;

/**
 * A rule that could not be checked.
 *
 * @param rule id of the rule
 * @param title name of the rule for people
 * @param reason what is missing, or went wrong
 * @param turnOn what to turn on, as one would write it; empty if that does not help
 */
public record Unchecked(String rule, String title, String reason, String turnOn) {}
