package io.stepprofiler.fleetspark;

import io.stepprofiler.event.Collective;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepSyncs;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.ledger.SyncGroup;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Table of the lake with rows of all step ledgers of a run, in the order in which they are sent. Flags and phases of
 * steps are not kept.
 */
enum LedgerTable {
    /** Collectives of the steps. */
    SYNCS(Stream.concat(
            Stream.of("step", "row", "number", "bytes", "arrival_nanos", "end_nanos", "group_first_rank", "group_size")
                    .map(LedgerColumn::number),
            Stream.of("group_name", "kind").map(LedgerColumn::text))) {
        @Override
        LedgerColumns columns(StepLedger ledger) {
            StepSyncs syncs = ledger.syncs();
            LedgerColumns columns = columns();
            for (int sync = 0; sync < syncs.size(); sync++) {
                SyncGroup group = syncs.group(sync);
                columns.add(
                        syncs.step(sync),
                        sync,
                        syncs.number(sync),
                        syncs.bytes(sync),
                        syncs.arrivalNanos(sync),
                        syncs.endNanos(sync),
                        group.firstRank(),
                        group.size(),
                        columns.number(group.name()),
                        columns.number(syncs.kind(sync).label()));
            }
            return columns;
        }
    },
    /** Steps; a row may stand for several, as in the ledger. */
    STEPS(Stream.concat(
            Stream.of("step", "row", "steps", "start_nanos", "duration_nanos").map(LedgerColumn::number),
            Stream.of(StepValue.values())
                    .map(value -> LedgerColumn.optional(value.name().toLowerCase(Locale.ROOT))))) {
        @Override
        LedgerColumns columns(StepLedger ledger) {
            long[][] columns = new long[FIRST_VALUE + VALUES.length][ledger.size()];
            Arrays.setAll(columns[0], ledger::number);
            Arrays.setAll(columns[ROW], row -> row);
            Arrays.setAll(columns[ROW_STEPS], ledger::steps);
            Arrays.setAll(columns[3], ledger::startNanos);
            Arrays.setAll(columns[ROW_DURATION], ledger::durationNanos);
            for (int i = 0; i < VALUES.length; i++) {
                StepValue value = VALUES[i];
                Arrays.setAll(columns[FIRST_VALUE + i], row -> ledger.value(value, row));
            }
            return new LedgerColumns(columns);
        }
    };

    private static final StepValue[] VALUES = StepValue.values();
    private static final int ROW = 1;

    /** Columns of steps: the number that a row stands for, its duration, and the first of its values. */
    static final int ROW_STEPS = 2;

    static final int ROW_DURATION = 4;
    static final int FIRST_VALUE = 5;

    /** The columns before the columns of the ledger: its number, and its rank. */
    private static final int BEFORE = 2;

    /** Rows of a table that are read at once, of many ledgers: 13 MB. */
    private static final int ROWS_TOGETHER = 1 << 17;

    @SuppressWarnings("ImmutableEnumChecker") // A list that cannot be changed.
    private final List<LedgerColumn> names;

    LedgerTable(Stream<LedgerColumn> names) {
        this.names = names.toList();
    }

    /** A column; a number that is not known is null in the table. */
    private record LedgerColumn(String name, boolean isText, boolean isOptional) {
        static LedgerColumn number(String name) {
            return new LedgerColumn(name, false, false);
        }

        static LedgerColumn optional(String name) {
            return new LedgerColumn(name, false, true);
        }

        static LedgerColumn text(String name) {
            return new LedgerColumn(name, true, false);
        }
    }

    /** Returns the rows of a ledger. */
    abstract LedgerColumns columns(StepLedger ledger);

    /** Returns the name of the table's directory. */
    String directory() {
        return name().toLowerCase(Locale.ROOT);
    }

    StructType schema() {
        StructType schema =
                new StructType().add("ledger", DataTypes.IntegerType, false).add("rank", DataTypes.IntegerType, true);
        for (LedgerColumn each : names) {
            schema = schema.add(each.name, each.isText ? DataTypes.StringType : DataTypes.LongType, each.isOptional);
        }
        return schema;
    }

    LedgerColumns columns() {
        return new LedgerColumns(names.size());
    }

    /** Adds the collectives of a ledger in the order that they had. */
    static void build(List<LedgerColumns> parts, LedgerBuilder to) {
        parts.stream()
                .flatMap(part -> IntStream.range(0, part.size()).mapToObj(row -> Map.entry(part, row)))
                .sorted(Comparator.comparingLong(each -> each.getKey().get(ROW, each.getValue())))
                .forEach(each -> addSync(each.getKey(), each.getValue(), to));
    }

    private static void addSync(LedgerColumns from, int row, LedgerBuilder to) {
        to.sync(
                from.get(0, row),
                new SyncGroup(from.text(8, row), (int) from.get(6, row), (int) from.get(7, row)),
                Collective.valueOf(from.text(9, row).toUpperCase(Locale.ROOT)),
                from.get(2, row),
                from.get(3, row),
                from.get(4, row),
                from.get(5, row));
    }

    /** Returns the rows of a ledger for the table. */
    Stream<Row> rows(int ledger, @Nullable Integer rank, LedgerColumns columns) {
        return IntStream.range(0, columns.size()).mapToObj(row -> row(ledger, rank, columns, row));
    }

    private Row row(int ledger, @Nullable Integer rank, LedgerColumns columns, int row) {
        @Nullable Object[] values = new Object[BEFORE + names.size()];
        values[0] = ledger;
        values[1] = rank;
        for (int column = 0; column < names.size(); column++) {
            LedgerColumn each = names.get(column);
            long number = columns.get(column, row);
            values[BEFORE + column] = each.isText
                    ? columns.text(column, row)
                    : each.isOptional && number == StepLedger.UNKNOWN ? null : (Object) number;
        }
        return RowFactory.create(values);
    }

    /** Returns the rows of the table by ledger, in parts that are as small as memory needs. */
    Iterator<Tuple2<Integer, LedgerColumns>> parts(Iterator<InternalRow> rows) {
        return Stream.generate(() -> some(rows))
                .takeWhile(some -> !some.isEmpty())
                .flatMap(some -> some.entrySet().stream())
                .map(part -> new Tuple2<>(part.getKey(), part.getValue()))
                .iterator();
    }

    private Map<Integer, LedgerColumns> some(Iterator<InternalRow> rows) {
        Map<Integer, LedgerColumns> parts = new HashMap<>();
        for (int read = 0; read < ROWS_TOGETHER && rows.hasNext(); read++) {
            InternalRow row = rows.next();
            LedgerColumns columns = parts.computeIfAbsent(row.getInt(0), any -> columns());
            long[] numbers = new long[names.size()];
            for (int column = 0; column < numbers.length; column++) {
                int at = BEFORE + column;
                numbers[column] = row.isNullAt(at)
                        ? StepLedger.UNKNOWN
                        : names.get(column).isText ? columns.number(row.getString(at)) : row.getLong(at);
            }
            columns.add(numbers);
        }
        return parts;
    }
}
