package io.stepprofiler.ledger;

import static io.stepprofiler.columns.StepColumn.BATCH;
import static io.stepprofiler.columns.StepColumn.COLLECTIVES;
import static io.stepprofiler.columns.StepColumn.COMMUNICATION_NANOS;
import static io.stepprofiler.columns.StepColumn.CPU_NANOS;
import static io.stepprofiler.columns.StepColumn.DURATION_NANOS;
import static io.stepprofiler.columns.StepColumn.FLAGS;
import static io.stepprofiler.columns.StepColumn.INPUT_WAIT_NANOS;
import static io.stepprofiler.columns.StepColumn.NUMBER;
import static io.stepprofiler.columns.StepColumn.PAUSE_NANOS;
import static io.stepprofiler.columns.StepColumn.START_NANOS;

import io.stepprofiler.columns.LongColumn;
import java.util.EnumMap;
import java.util.Map;

/**
 * Growing columns of a step ledger. A row stands for one step, or for several that follow each other. Columns that have
 * only defaults take no memory. For one thread at a time.
 */
final class StepRows {
    final LongColumn numbers = new LongColumn(0);
    final LongColumn starts = new LongColumn(0);
    final LongColumn durations = new LongColumn(0);
    final LongColumn steps = new LongColumn(1);
    final LongColumn flags = new LongColumn(0);

    /** Valid for rows of several steps. */
    final LongColumn least = new LongColumn(0);

    final LongColumn greatest = new LongColumn(0);
    private final Map<StepValue, LongColumn> values = new EnumMap<>(StepValue.class);
    private int size;

    StepRows() {
        for (StepValue value : StepValue.values()) {
            values.put(value, new LongColumn(StepLedger.UNKNOWN));
        }
    }

    int size() {
        return size;
    }

    /** Adds a row of one step without optional values; returns its index. */
    int add(long number, long startNanos, long durationNanos) {
        numbers.set(size, number);
        starts.set(size, startNanos);
        durations.set(size, durationNanos);
        return size++;
    }

    /** Adds a step of the running process. */
    void add(long[] step) {
        int row = add(NUMBER.of(step), START_NANOS.of(step), DURATION_NANOS.of(step));
        flags.set(row, FLAGS.of(step));
        column(StepValue.CPU_NANOS).set(row, CPU_NANOS.of(step));
        column(StepValue.PAUSE_NANOS).set(row, PAUSE_NANOS.of(step));
        column(StepValue.INPUT_WAIT_NANOS).set(row, INPUT_WAIT_NANOS.of(step));
        column(StepValue.BATCH).set(row, BATCH.of(step));
        column(StepValue.COMMUNICATION_NANOS).set(row, COMMUNICATION_NANOS.of(step));
        column(StepValue.COLLECTIVES).set(row, COLLECTIVES.of(step));
    }

    LongColumn column(StepValue value) {
        return values.getOrDefault(value, numbers);
    }

    long mean(int row) {
        return durations.get(row) / steps.get(row);
    }

    long least(int row) {
        return steps.get(row) == 1 ? durations.get(row) : least.get(row);
    }

    long greatest(int row) {
        return steps.get(row) == 1 ? durations.get(row) : greatest.get(row);
    }

    /** Sets the number of rows, for columns that are filled one after another; returns it. */
    int fill(int rows) {
        size = rows;
        return size;
    }

    /** Adds a copy of all rows of other columns. */
    void addAll(StepRows from) {
        for (int row = 0; row < from.size; row++) {
            addPooled(from, row, row);
        }
    }

    /** Adds rows of other columns, two of them as one; the last remains alone if their number is odd. */
    void addPooled(StepRows from) {
        for (int row = 0; row < from.size; row += 2) {
            addPooled(from, row, Math.min(row + 1, from.size - 1));
        }
    }

    /** Adds a row that stands for two rows of other columns, or for one if both are the same. */
    void addPooled(StepRows from, int first, int second) {
        boolean isOne = first == second;
        int row = add(
                from.numbers.get(first),
                from.starts.get(first),
                from.durations.get(first) + (isOne ? 0 : from.durations.get(second)));
        steps.set(row, from.steps.get(first) + (isOne ? 0 : from.steps.get(second)));
        flags.set(row, from.flags.get(first) | from.flags.get(second));
        if (steps.get(row) > 1) {
            least.set(row, Math.min(from.least(first), from.least(second)));
            greatest.set(row, Math.max(from.greatest(first), from.greatest(second)));
        }
        values.forEach((value, column) -> column.set(row, sum(from.column(value), first, second)));
    }

    private static long sum(LongColumn column, int first, int second) {
        long one = column.get(first);
        long other = column.get(second);
        return one == StepLedger.UNKNOWN || other == StepLedger.UNKNOWN
                ? StepLedger.UNKNOWN
                : first == second ? one : one + other;
    }
}
