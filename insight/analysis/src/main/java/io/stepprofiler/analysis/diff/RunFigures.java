package io.stepprofiler.analysis.diff;

import java.util.List;

/**
 * Figures of one compared run.
 *
 * @param name source of its windows
 * @param windows number of its windows
 * @param stepsLeftOut number of steps that were left out, because they are the first of their process
 * @param durationNanos durations of its steps, in order
 */
public record RunFigures(String name, int windows, int stepsLeftOut, List<Long> durationNanos) {}
