package io.stepprofiler.analysis.operators;

import io.stepprofiler.analysis.flame.SparseSums;
import io.stepprofiler.analysis.steps.StepAxis;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.StepMark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The operators of a window by name, shape, module and call stack, with their figures by step: the finest rows, which
 * every grouping sums up. All sums have the columns of {@link StepAxis}.
 *
 * <p>The rows of one name add up to the figures of key averages by name, with two exceptions: waits are no operators,
 * and an event that is open when a step begins keeps the time that key averages give to the step.
 *
 * @param steps the steps
 * @param keys the key of each row
 * @param calls number of operators that began in a step, by row and step
 * @param selfNanos self time, by row and step, in nanoseconds
 * @param totalNanos time with all nested events, by row and step, in nanoseconds; of nested operators with one name
 *     only the outermost counts
 * @param durations number of operators of each duration, by row and, as columns, {@code step * DurationBuckets.COUNT +
 *     bucket}; an operator counts in the step where it began
 * @param leftOut number of rows that were too small to be kept; they are summed up in one row for each name, or, if
 *     these are too many, for each kind
 */
public record OperatorTable(
        List<StepMark> steps,
        List<OperatorKey> keys,
        SparseSums calls,
        SparseSums selfNanos,
        SparseSums totalNanos,
        SparseSums durations,
        int leftOut) {
    /** Name or shape of a row that sums up rows too small to be kept. */
    public static final String LEFT_OUT = "(smaller)";

    /**
     * {@return the operators of a window}
     *
     * <p>Takes a few passes over the events, and some tens of bytes for each row and each step that it occurs in.
     *
     * @param walk the walk along the tracks of the window
     * @param maxRows most rows, not counting the rows that sum up smaller ones
     * @throws IllegalArgumentException if {@code maxRows} is not positive
     */
    public static OperatorTable of(WindowWalk walk, int maxRows) {
        if (maxRows <= 0) {
            throw new IllegalArgumentException("maxRows = " + maxRows + " is not allowed: must be 1 or more");
        }
        return new OperatorGathering(walk).table().limitedTo(maxRows);
    }

    /** This table with only the rows of most self time; the other rows are summed up. */
    private OperatorTable limitedTo(int maxRows) {
        if (keys.size() <= maxRows) {
            return this;
        }
        int[] largest = IntStream.range(0, keys.size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer row) -> -selfNanos.sum(row)))
                .mapToInt(Integer::intValue)
                .toArray();
        OperatorTable limited = new OperatorTable(
                steps,
                new ArrayList<>(),
                new SparseSums(),
                new SparseSums(),
                new SparseSums(),
                new SparseSums(),
                keys.size() - maxRows);
        Map<OperatorKey, Integer> rows = new HashMap<>();
        List<OperatorKey> kept = new ArrayList<>();
        for (int i = 0; i < largest.length; i++) {
            OperatorKey key = keys.get(largest[i]);
            OperatorKey shown = i < maxRows ? key : key.smaller();
            if (!rows.containsKey(shown) && kept.size() >= 2 * maxRows) {
                shown = rest(key);
            }
            int row = rows.computeIfAbsent(shown, any -> kept.size());
            if (row == kept.size()) {
                kept.add(shown);
            }
            limited.addRow(row, this, largest[i]);
        }
        return limited.with(kept);
    }

    private static OperatorKey rest(OperatorKey key) {
        return new OperatorKey(
                LEFT_OUT, key.kind(), key.isOnDevice(), "", "", OperatorKey.UNKNOWN, OperatorKey.UNKNOWN);
    }

    private void addRow(int row, OperatorTable other, int otherRow) {
        calls.addRow(row, other.calls, otherRow);
        selfNanos.addRow(row, other.selfNanos, otherRow);
        totalNanos.addRow(row, other.totalNanos, otherRow);
        durations.addRow(row, other.durations, otherRow);
    }

    private OperatorTable with(List<OperatorKey> others) {
        return new OperatorTable(steps, others, calls, selfNanos, totalNanos, durations, leftOut);
    }
}
