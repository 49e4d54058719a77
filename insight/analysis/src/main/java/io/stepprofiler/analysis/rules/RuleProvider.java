package io.stepprofiler.analysis.rules;

import java.util.List;

/**
 * Provider of additional rules. Providers are found by {@link java.util.ServiceLoader}; they need a public constructor
 * without parameters.
 */
public interface RuleProvider {
    /** {@return the rules; a rule replaces an earlier one with the same id} */
    List<Rule> rules();
}
