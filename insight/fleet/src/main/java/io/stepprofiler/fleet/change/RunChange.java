package io.stepprofiler.fleet.change;

/**
 * Change of a figure from one run to the next.
 *
 * @param run index of the first run after the change
 * @param before median of the runs between the change before this one and this one
 * @param after median of the runs between this change and the next one
 * @param probability probability of a split at least this clear in a series without a change
 * @param isSure true if two or more runs after the first three agree with the change; otherwise it is suspected
 */
public record RunChange(int run, double before, double after, double probability, boolean isSure) {}
