package io.stepprofiler.analysis.rules;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * One thing to look for in a window. A rule is data: what it needs, from what figure on it says something, and how the
 * figure is found.
 *
 * @param id its name in options and files, such as {@code input-bound}
 * @param title its name for people, such as {@code Input-bound}
 * @param role what its findings are for the verdict
 * @param needs the evidence without which it cannot be checked
 * @param thresholds from what figure on it says something
 * @param check finds the figure
 */
public record Rule(String id, String title, Role role, Set<Evidence> needs, Thresholds thresholds, Check check) {
    /** Finds the figure of a rule in a window that has the evidence it needs. */
    @FunctionalInterface
    public interface Check {
        /**
         * {@return what is seen; empty if there is nothing to hold against thresholds}
         *
         * <p>An exception makes the rule one that could not be checked.
         *
         * @param facts what is known of the window
         */
        Optional<Symptom> look(WindowFacts facts);
    }

    /**
     * Copies the needs.
     *
     * @param id its name in options and files
     * @param title its name for people
     * @param role what its findings are for the verdict
     * @param needs the evidence without which it cannot be checked
     * @param thresholds from what figure on it says something
     * @param check finds the figure
     */
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
