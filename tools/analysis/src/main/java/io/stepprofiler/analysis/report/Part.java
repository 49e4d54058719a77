package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.Distribution;

/**
 * Part of the steps: a category, or a phase.
 *
 * @param category name of the category, such as {@code VM_PAUSE}
 * @param name the category in words, or the name of the phase
 * @param share its part of all steps, from 0 to 1
 * @param nanos its distribution over the steps, in nanoseconds
 */
public record Part(String category, String name, double share, Distribution nanos) {}
