package io.stepprofiler.analysis.diff;

import java.util.List;

/**
 * Breakdown of the difference of two sides. The rows of parts add up to the two mean steps, and their differences to
 * the total difference; rows of paths do so, too, if there are any. All rows are ordered by decreasing difference.
 *
 * @param baseNanos the mean step of the base: the mean of the runs
 * @param nextNanos the mean step of the new side
 * @param parts categories of time, and phases
 * @param paths the same by paths of nested events; empty if a side lacks them, such as an old summary
 * @param beside paths on other threads during steps, which are not part of the sums
 */
public record Attribution(
        double baseNanos,
        double nextNanos,
        List<DifferenceRow> parts,
        List<DifferenceRow> paths,
        List<DifferenceRow> beside) {}
