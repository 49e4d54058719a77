package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.ledger.StepValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figures of a rank or of a step, inside of a task.
 *
 * @param index index of the rank or of the step
 * @param columns numbers of the steps, durations, own times, then values in the order of their constants
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record TaskFigures(int index, long[][] columns) implements Figures {
    static final int NUMBER = 0;
    private static final int DURATION = 1;
    private static final int OWN = 2;
    private static final int COLUMNS = OWN + 1 + StepValue.values().length;

    /** The columns of a step. */
    static final int[] OF_STEP = {DURATION, OWN, column(StepValue.PAUSE_NANOS)};

    @SuppressWarnings("EnumOrdinal") // A place in the columns.
    private static int column(StepValue value) {
        return OWN + 1 + value.ordinal();
    }

    /** Returns the columns of the steps in some rows of a ledger. */
    static LedgerColumns of(LedgerColumns rows) {
        int[] of = IntStream.range(0, rows.size())
                .filter(row -> FleetSteps.isStep(
                        rows.get(LedgerTable.ROW_STEPS, row), rows.get(LedgerTable.ROW_DURATION, row)))
                .toArray();
        long[][] steps = new long[COLUMNS][of.length];
        Arrays.setAll(steps[NUMBER], i -> rows.get(0, of[i]));
        Arrays.setAll(steps[DURATION], i -> rows.get(LedgerTable.ROW_DURATION, of[i]));
        for (int value = 0; value < COLUMNS - OWN - 1; value++) {
            int column = LedgerTable.FIRST_VALUE + value;
            Arrays.setAll(steps[OWN + 1 + value], i -> FleetSteps.figure(rows.get(column, of[i])));
        }
        long[] waits = steps[column(StepValue.COMMUNICATION_NANOS)];
        Arrays.setAll(steps[OWN], i -> FleetSteps.own(steps[DURATION][i], waits[i]));
        return new LedgerColumns(steps);
    }

    /** Returns the columns of a rank in some steps from its ledgers, or parts of these; the last one counts. */
    static LedgerColumns joined(List<LedgerColumns> parts, long... numbers) {
        if (parts.size() == 1 && Arrays.equals(parts.get(0).columns()[NUMBER], numbers)) {
            return parts.get(0);
        }
        long[][] joined = new long[COLUMNS][numbers.length];
        Stream.of(joined).forEach(column -> Arrays.fill(column, FleetSteps.UNKNOWN));
        joined[NUMBER] = numbers;
        for (LedgerColumns part : parts) {
            for (int row = 0; row < part.size(); row++) {
                int step = Arrays.binarySearch(numbers, part.get(NUMBER, row));
                for (int column = DURATION; step >= 0 && column < COLUMNS; column++) {
                    joined[column][step] = part.get(column, row);
                }
            }
        }
        return new LedgerColumns(joined);
    }

    /** Returns room for the times and pauses of ranks in a step. */
    static TaskFigures step(int ranks) {
        long[][] columns = new long[COLUMNS][0];
        for (int column : OF_STEP) {
            columns[column] = new long[ranks];
        }
        return new TaskFigures(0, columns);
    }

    /** Returns a step at another index, with own times of the ranks that replace these unless they are unknown. */
    TaskFigures step(int other, long... known) {
        return withOwn(other, replaced(own(), known));
    }

    /** Returns figures, replaced by others that are known. */
    static long[] replaced(long[] before, long... known) {
        long[] figures = before.clone();
        for (int i = 0; i < known.length; i++) {
            figures[i] = known[i] == FleetSteps.UNKNOWN ? figures[i] : known[i];
        }
        return figures;
    }

    /** Returns a rank with own times of some steps, by step and rank. */
    TaskFigures rank(Map<Integer, long[]> known) {
        long[] own = own().clone();
        known.forEach((step, nanos) -> own[step] = nanos[index] == FleetSteps.UNKNOWN ? own[step] : nanos[index]);
        return withOwn(index, own);
    }

    private TaskFigures withOwn(int other, long... own) {
        long[][] changed = columns.clone();
        changed[OWN] = own;
        return new TaskFigures(other, changed);
    }

    @Override
    public long[] durations() {
        return columns[DURATION];
    }

    @Override
    public long[] own() {
        return columns[OWN];
    }

    @Override
    public long[] values(StepValue value) {
        return columns[column(value)];
    }
}
