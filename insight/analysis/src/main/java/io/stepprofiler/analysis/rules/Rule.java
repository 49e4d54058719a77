package io.stepprofiler.analysis.rules;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Check of a window for one problem. A rule is data: the evidence it needs, its thresholds, and the function that finds
 * its figure.
 *
 * @param id its name in options and files, such as {@code input-bound}
 * @param title its name for people, such as {@code Input-bound}
 * @param role use of its findings in the verdict
 * @param needs the evidence without which it cannot be checked
 * @param thresholds figures from which on it reports a finding
 * @param check finds the figure
 */
public record Rule(String id, String title, Role role, Set<Evidence> needs, Thresholds thresholds, Check check) {
    /** Finds the figure of a rule in a window that has the evidence it needs. */
    @FunctionalInterface
    public interface Check {
        /**
         * {@return the symptom; empty if the window shows no figure to compare}
         *
         * <p>A rule that throws an exception is listed as not checked.
         *
         * @param facts the facts about the window
         */
        Optional<Symptom> find(WindowFacts facts);
    }

    /** Copies the needs. */
    public Rule {
        checkId(id);
        Set<Evidence> copy = EnumSet.noneOf(Evidence.class);
        copy.addAll(needs);
        needs = java.util.Collections.unmodifiableSet(copy);
    }

    static void checkId(String id) {
        if (!id.matches("[a-z0-9][a-z0-9-]*")) {
            throw new IllegalArgumentException(
                    "id = " + id + " is not allowed: must be lower-case letters, digits and hyphens");
        }
    }

    Rule withThresholds(Thresholds others) {
        return new Rule(id, title, role, needs, others, check);
    }
}
