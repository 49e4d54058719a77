package io.stepprofiler.fleet.comparison;

/**
 * Part of the waste of a mean step.
 *
 * @param kind the kind
 * @param name name of the slowest stage, rack, host or rank; empty if the part is 0 or has no place
 * @param nanos the time in nanoseconds, 0 or more
 */
public record WastePart(WasteKind kind, String name, long nanos) {}
