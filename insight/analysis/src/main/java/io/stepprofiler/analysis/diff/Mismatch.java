package io.stepprofiler.analysis.diff;

/**
 * Difference between the two sides other than their code.
 *
 * @param what name of the property, such as {@code batch size}
 * @param base its value in the base
 * @param next its value in the new side
 * @param isWorkload whether it changes the work of a step, so that times cannot be compared; if not, it is about the
 *     machine or the recording, which may be the subject of the comparison
 */
public record Mismatch(String what, String base, String next, boolean isWorkload) {}
