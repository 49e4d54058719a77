package io.stepprofiler.averages;

import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.Optional;

/**
 * Where the time of a trace went, summed up by name over all threads.
 *
 * <p>Unfinished events are left out, for nobody knows how long they took; {@link #unfinished()} tells how many. Events
 * that ended on another thread count with their whole duration and no self time. Immutable and safe on any thread.
 */
public final class KeyAverages {
    private final List<KeyAverage> rows;
    private final long unfinished;
    private final long dropped;

    private KeyAverages(List<KeyAverage> rows, long unfinished, long dropped) {
        this.rows = List.copyOf(rows);
        this.unfinished = unfinished;
        this.dropped = dropped;
    }

    /**
     * {@return the key averages of a trace}
     *
     * <p>Takes time proportional to the number of events, some tens of nanoseconds each.
     *
     * @param trace whose events are summed up
     */
    public static KeyAverages of(Trace trace) {
        return new KeyAverages(
                new Averager(trace).average(),
                trace.account().unfinishedTotal(),
                trace.account().droppedTotal());
    }

    /** {@return no averages} */
    public static KeyAverages empty() {
        return new KeyAverages(List.of(), 0, 0);
    }

    /** {@return the averages, step marks first, then the names in the order in which the trace has them} */
    public List<KeyAverage> rows() {
        return rows;
    }

    /**
     * {@return the averages of one name, if it occurs}
     *
     * @param name the name
     */
    public Optional<KeyAverage> get(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }

    /** {@return the self times of all names added up, in nanoseconds: the time that passed inside events} */
    public long selfNanosTotal() {
        return rows.stream().mapToLong(KeyAverage::selfNanos).sum();
    }

    /** {@return the number of events left out because their end is not known} */
    public long unfinished() {
        return unfinished;
    }

    /** {@return the number of events that the trace lost} */
    public long dropped() {
        return dropped;
    }

    /** {@return the table with the default options, many lines of text; empty if there are no averages} */
    public String table() {
        return table(TableOptions.DEFAULT);
    }

    /**
     * {@return the table with some options as they are by default}
     *
     * @param sortBy what the rows are sorted by
     * @param rowLimit most rows; -1 for all
     */
    public String table(SortKey sortBy, int rowLimit) {
        return table(TableOptions.DEFAULT.withSortBy(sortBy).withRowLimit(rowLimit));
    }

    /**
     * {@return the table, with the columns of {@code torch.profiler}; empty if there are no averages}
     *
     * @param options how it looks
     */
    public String table(TableOptions options) {
        return rows.isEmpty() ? "" : new AveragesTable(this, options).print();
    }
}
