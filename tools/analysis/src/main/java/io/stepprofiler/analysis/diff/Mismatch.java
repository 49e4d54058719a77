package io.stepprofiler.analysis.diff;

/**
 * Something in which the two sides differ besides their code.
 *
 * @param what what it is, such as {@code batch size}
 * @param base what it is in the base
 * @param next what it is in the new side
 * @param isWorkload whether it makes the work of a step another one, so that times cannot be compared; else it is where
 *     and how the steps ran, which may be what is compared
 */
public record Mismatch(String what, String base, String next, boolean isWorkload) {}
