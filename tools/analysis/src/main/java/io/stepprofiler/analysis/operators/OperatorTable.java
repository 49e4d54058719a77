package io.stepprofiler.analysis.operators;

import io.stepprofiler.analysis.flame.SparseSums;
import io.stepprofiler.analysis.flame.StepAxis;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The operators of a window by name, shape, module and call stack, with their figures by step: the finest rows, which
 * those of any grouping are made of. Columns of all sums are those of {@link StepAxis}.
 *
 * <p>Rows of one name together have the figures that key averages by name have, but for waits, which are no operators,
 * and for events that are open when a step begins, which keep the time that key averages give to the step.
 *
 * @param steps the steps
 * @param keys what the operators of each row have in common
 * @param calls how many began in a step, by row and step
 * @param selfNanos time in them without what is inside, by row and step, in nanoseconds
 * @param totalNanos time in them with what is inside, by row and step, in nanoseconds; of several with one name inside
 *     each other the outermost
 * @param durations how many there are of each duration, by row and, as columns, {@code step * DurationBuckets.COUNT +
 *     bucket}; a call counts in the step in which it began
 * @param leftOut how many rows were too small to be kept; they are together in one row for each name, or in one row
 */
public record OperatorTable(
        List<StepMark> steps,
        List<OperatorKey> keys,
        SparseSums calls,
        SparseSums selfNanos,
        SparseSums totalNanos,
        SparseSums durations,
        int leftOut) {
    /** The name, or the shape, of what was too small to be kept. */
    public static final String LEFT_OUT = "(smaller)";

    /**
     * {@return the operators of a window}
     *
     * <p>Takes a few passes over the events, and some tens of bytes for each row and each step that it occurs in.
     *
     * @param trace the window
     * @param maxRows most rows, besides those that stand for smaller ones
     * @throws IllegalArgumentException if {@code maxRows} is not positive
     */
    public static OperatorTable of(Trace trace, int maxRows) {
        if (maxRows <= 0) {
            throw new IllegalArgumentException("maxRows = " + maxRows + " is not allowed: must be 1 or more");
        }
        return new OperatorGathering(trace).table().limitedTo(maxRows);
    }

    /** The same with the rows that have the most time, and the others together. */
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
