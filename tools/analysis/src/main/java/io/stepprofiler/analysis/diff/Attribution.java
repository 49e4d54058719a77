package io.stepprofiler.analysis.diff;

import java.util.List;

/**
 * Where the difference of two sides comes from. The rows of parts add up to the two mean steps, and so do their
 * differences; those of paths do where there are any. All are in the order of how much they differ.
 *
 * @param baseNanos the mean step of the base: the mean of the runs
 * @param nextNanos the mean step of the new side
 * @param parts categories of time, and phases
 * @param paths the same by the paths of open events; none if a side does not have them, as old summaries
 * @param beside paths on other threads while steps went on, which are no part of the sums
 */
public record Attribution(
        double baseNanos,
        double nextNanos,
        List<DifferenceRow> parts,
        List<DifferenceRow> paths,
        List<DifferenceRow> beside) {}
