package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * Gives rules besides those of the profiler. Providers are found by {@link java.util.ServiceLoader}; they need a public
 * constructor without parameters.
 */
public interface RuleProvider {
    /** {@return the rules; one with the id of another takes its place} */
    List<Rule> rules();

    /** {@return the rules for the ranks of a run; one with the id of another takes its place; none by default} */
    default List<RankRule> ofRanks() {
        return List.of();
    }
}
