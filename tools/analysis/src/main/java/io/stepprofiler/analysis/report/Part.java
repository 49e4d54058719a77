package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.Distribution;

/**
 * One part of the steps: a category, or a phase.
 *
 * @param category name of the category, such as {@code VM_PAUSE}
 * @param name in words, or the name of the phase
 * @param share which part of all steps it is, from 0 to 1
 * @param nanos how it spreads over the steps, in nanoseconds
 */
public record Part(String category, String name, double share, Distribution nanos) {}
