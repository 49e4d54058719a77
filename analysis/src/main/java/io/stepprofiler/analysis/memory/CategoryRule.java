package io.stepprofiler.analysis.memory;

/** Finds what belongs to one category, among what belongs to none yet. */
@FunctionalInterface
interface CategoryRule {
    void apply(Evidence evidence, Categories categories);
}
