package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.ledger.StepValue;
import java.io.Serializable;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Figures of a rank or of a step that are sent between processes.
 *
 * @param index index of the rank or of the step
 * @param columns durations, own times, then values in the order of their constants; without elements if none is known
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record SentFigures(int index, long[][] columns) implements Figures, Serializable {
    static final int OWN = 1;
    static final int COLUMNS = OWN + 1 + StepValue.values().length;

    @SuppressWarnings("EnumOrdinal") // A place in the columns.
    private static int column(StepValue value) {
        return OWN + 1 + value.ordinal();
    }

    static SentFigures of(int rank, Figures figures) {
        Stream<long[]> times = Stream.of(figures.durations(), figures.own());
        return new SentFigures(
                rank,
                Stream.concat(times, Stream.of(StepValue.values()).map(figures::values))
                        .toArray(long[][]::new));
    }

    /** Returns the times and pauses of a rank in some steps. */
    SentFigures at(int... steps) {
        return new SentFigures(
                index,
                IntStream.range(0, COLUMNS)
                        .mapToObj(column -> column <= OWN || column == column(StepValue.PAUSE_NANOS)
                                ? select(columns[column], steps)
                                : new long[0])
                        .toArray(long[][]::new));
    }

    private static long[] select(long[] column, int... places) {
        return column.length == 0
                ? column
                : IntStream.of(places).mapToLong(place -> column[place]).toArray();
    }

    /** Returns a step at another index, with own times of the ranks that replace these unless they are unknown. */
    SentFigures step(int other, long... known) {
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
    SentFigures rank(Map<Integer, long[]> known) {
        long[] own = own().clone();
        known.forEach((step, nanos) -> own[step] = nanos[index] == FleetSteps.UNKNOWN ? own[step] : nanos[index]);
        return withOwn(index, own);
    }

    private SentFigures withOwn(int other, long... own) {
        long[][] changed = columns.clone();
        changed[OWN] = own;
        return new SentFigures(other, changed);
    }

    @Override
    public long[] durations() {
        return columns[0];
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
