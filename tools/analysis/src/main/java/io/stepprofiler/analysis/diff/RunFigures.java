package io.stepprofiler.analysis.diff;

import java.util.List;

/**
 * One run as it was compared.
 *
 * @param name what its windows were read from
 * @param windows how many windows it has
 * @param stepsLeftOut how many steps were not taken, because they are the first of their process
 * @param durationNanos its steps, in their order
 */
public record RunFigures(String name, int windows, int stepsLeftOut, List<Long> durationNanos) {}
