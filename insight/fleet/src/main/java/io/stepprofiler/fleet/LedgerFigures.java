package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.io.Serializable;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Figures of one rank from its ledgers. If several of its processes have a step, the latest counts. A rank's own times
 * need the ledger's time in collectives.
 */
public final class LedgerFigures implements RankColumns, Serializable {
    private static final long serialVersionUID = 1;

    private final int rank;
    private final long[] durations;
    private final long[] own;
    private final Map<StepValue, long[]> values = new EnumMap<>(StepValue.class);

    /**
     * The figures of a rank.
     *
     * @param rank index of the rank
     * @param ledgers its ledgers, the earliest process first
     * @param numbers numbers of the steps, increasing
     */
    public LedgerFigures(int rank, List<StepLedger> ledgers, long[] numbers) {
        this.rank = rank;
        durations = unknown(numbers.length);
        own = unknown(numbers.length);
        ledgers.forEach(ledger -> fill(ledger, numbers));
    }

    private static long[] unknown(int length) {
        long[] column = new long[length];
        Arrays.fill(column, FleetSteps.UNKNOWN);
        return column;
    }

    private void fill(StepLedger ledger, long[] numbers) {
        int step = -1;
        for (int row = 0; row < ledger.size(); row++) {
            long number = ledger.number(row);
            // The next row is the next step, but for gaps.
            step = step + 1 < numbers.length && numbers[step + 1] == number
                    ? step + 1
                    : Arrays.binarySearch(numbers, number);
            if (step >= 0 && isStep(ledger, row)) {
                durations[step] = ledger.durationNanos(row);
                long communication = ledger.value(StepValue.COMMUNICATION_NANOS, row);
                own[step] = isFigure(communication) ? Math.max(0, durations[step] - communication) : FleetSteps.UNKNOWN;
                for (StepValue value : StepValue.values()) {
                    set(value, step, ledger.value(value, row));
                }
            }
        }
    }

    private void set(StepValue value, int step, long figure) {
        long[] column = values.get(value);
        if (isFigure(figure) && column == null) {
            column = unknown(durations.length);
            values.put(value, column);
        }
        if (column != null) {
            column[step] = isFigure(figure) ? figure : FleetSteps.UNKNOWN;
        }
    }

    /** Returns whether a row is a step; damaged ledgers may have any figure. */
    static boolean isStep(StepLedger ledger, int row) {
        return ledger.steps(row) == 1 && isFigure(ledger.durationNanos(row));
    }

    private static boolean isFigure(long figure) {
        return figure >= 0 && figure <= FleetSteps.MOST_FIGURE;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public long[] durations() {
        return durations;
    }

    @Override
    public long[] own() {
        return own;
    }

    @Override
    public long[] values(StepValue value) {
        return values.getOrDefault(value, new long[0]);
    }
}
