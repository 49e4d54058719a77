package io.stepprofiler.ledger;

import io.stepprofiler.columns.CollectiveColumn;
import io.stepprofiler.columns.LongColumn;
import io.stepprofiler.event.Collective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * Collectives of the steps of a run, in columns and in order of time: of each step the largest, 16 at most, as far as
 * the ledger has room for them; {@link StepValue#COLLECTIVES} is the number of all. Instants are on the clock of the
 * ledger. Immutable once it is read; for any thread.
 */
public final class StepSyncs {
    private static final Collective[] KINDS = Collective.values();
    private static final CollectiveColumn[] COLUMNS = CollectiveColumn.values();

    private final LongColumn[] columns = new LongColumn[COLUMNS.length];
    private final Map<SyncGroup, Integer> numbers = new LinkedHashMap<>();
    private final List<SyncGroup> groups = new ArrayList<>();
    private int size;

    StepSyncs() {
        Arrays.setAll(columns, column -> new LongColumn(0));
    }

    /** {@return the number of collectives} */
    public int size() {
        return size;
    }

    /**
     * {@return the number of the step of a collective}
     *
     * @param sync index of the collective
     */
    public long step(int sync) {
        return get(CollectiveColumn.STEP, sync);
    }

    /**
     * {@return the group of ranks}
     *
     * @param sync index of the collective
     */
    public SyncGroup group(int sync) {
        return groups.get((int) get(CollectiveColumn.GROUP, sync));
    }

    /**
     * {@return the kind}
     *
     * @param sync index of the collective
     */
    public Collective kind(int sync) {
        return KINDS[(int) get(CollectiveColumn.KIND, sync)];
    }

    /**
     * {@return the number among the collectives of its group and kind in the step, from 0} With these, it identifies the
     * collective on all ranks of the group.
     *
     * @param sync index of the collective
     */
    public long number(int sync) {
        return get(CollectiveColumn.NUMBER, sync);
    }

    /**
     * {@return the number of bytes}
     *
     * @param sync index of the collective
     */
    public long bytes(int sync) {
        return get(CollectiveColumn.BYTES, sync);
    }

    /**
     * {@return the instant at which this rank entered it}
     *
     * @param sync index of the collective
     */
    public long arrivalNanos(int sync) {
        return get(CollectiveColumn.ARRIVAL_NANOS, sync);
    }

    /**
     * {@return the instant at which this rank left it}
     *
     * @param sync index of the collective
     */
    public long endNanos(int sync) {
        return get(CollectiveColumn.END_NANOS, sync);
    }

    private long get(CollectiveColumn column, int sync) {
        return column(column).get(Objects.checkIndex(sync, size));
    }

    @SuppressWarnings("EnumOrdinal") // A place in the array.
    LongColumn column(CollectiveColumn column) {
        return columns[column.ordinal()];
    }

    List<SyncGroup> groups() {
        return groups;
    }

    /** Adds a collective of the running process. */
    void add(long[] row) {
        add(KnownGroups.group(CollectiveColumn.GROUP.of(row)), column -> column.of(row));
    }

    /** Adds a collective of a group, whose number the values need not have. */
    void add(SyncGroup group, ToLongFunction<CollectiveColumn> values) {
        for (CollectiveColumn column : COLUMNS) {
            column(column).set(size, values.applyAsLong(column));
        }
        column(CollectiveColumn.GROUP).set(size, numberOf(group));
        size++;
    }

    /** Returns the number of a group, which is added if it is new. */
    int numberOf(SyncGroup group) {
        return numbers.computeIfAbsent(group, added -> {
            groups.add(added);
            return groups.size() - 1;
        });
    }

    /** Adds a copy of all rows of other columns. */
    void addAll(StepSyncs from) {
        for (int i = 0; i < from.size; i++) {
            int sync = i;
            add(from.group(sync), column -> from.column(column).get(sync));
        }
    }

    /** Sets the number of rows, for columns that are filled one after another; returns it. */
    int fill(int rows) {
        size = rows;
        return size;
    }
}
