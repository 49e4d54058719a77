package io.stepprofiler.analysis.report;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepCategory;

/**
 * Part of the steps: a category, or a phase.
 *
 * @param category name of the category, such as {@code VM_PAUSE}
 * @param name the category in words, or the name of the phase
 * @param share its part of all steps, from 0 to 1
 * @param nanos its distribution over the steps, in nanoseconds
 * @param samples number of samples that have found the phase, or that are too few to divide unaccounted time; else 0
 */
public record Part(String category, String name, double share, Distribution nanos, int samples) {
    /** {@return the name with the number of samples, as tables show it} */
    public String label() {
        if (samples == 0) {
            return name;
        }
        return category.equals(StepCategory.PHASE.name())
                ? name + ", " + samples
                : name + " (" + Amount.count(samples, "sample") + ": too few to divide)";
    }
}
