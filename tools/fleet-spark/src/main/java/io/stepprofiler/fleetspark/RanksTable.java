package io.stepprofiler.fleetspark;

import static org.apache.spark.sql.types.DataTypes.BooleanType;
import static org.apache.spark.sql.types.DataTypes.IntegerType;
import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.apache.spark.sql.types.DataTypes.StringType;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.ledger.StepLedger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Table {@code ranks} of the lake: a row for each step ledger, with the facts about its process and its losses. */
final class RanksTable {
    static final String NAME = "ranks";

    /** Column of the numbers of the steps: the first one of each range, and the number after its last one. */
    static final String STEP_RANGES = "step_ranges";

    private static final DataType TEXTS = DataTypes.createMapType(StringType, StringType, false);

    private interface Value extends Function<LedgerSource, @Nullable Object> {}

    private record RankColumn(String name, DataType type, Value value) {}

    private static final List<RankColumn> COLUMNS = columns();

    static final StructType SCHEMA = schema();

    private RanksTable() {}

    private static List<RankColumn> columns() {
        List<RankColumn> columns = new ArrayList<>();
        add("rank", IntegerType, of -> boxed(of.run().rank()), columns);
        add("world_size", IntegerType, of -> of.run().worldSize(), columns);
        add("host", StringType, of -> of.run().process().host(), columns);
        add("pid", LongType, of -> of.run().process().pid(), columns);
        add("process_name", StringType, of -> of.run().process().name(), columns);
        add("labels", TEXTS, of -> scala(of.run().place().labels()), columns);
        add("job", StringType, of -> of.run().place().job(), columns);
        add("run_id", StringType, of -> of.run().runId(), columns);
        add("profile", StringType, of -> of.run().name(), columns);
        add("main_class", StringType, of -> of.run().mainClass(), columns);
        add("command_line", StringType, of -> of.run().commandLine(), columns);
        add("start_monotonic_nanos", LongType, of -> of.run().start().monotonicNanos(), columns);
        add("start_epoch_nanos", LongType, of -> of.run().start().epochNanos(), columns);
        add("virtual_machine", StringType, of -> of.run().machine().virtualMachine(), columns);
        add("collector", StringType, of -> of.run().machine().collector(), columns);
        add("max_heap_bytes", LongType, of -> of.run().machine().maxHeapBytes(), columns);
        add("processors", IntegerType, of -> of.run().machine().processors(), columns);
        add("versions", TEXTS, of -> scala(of.run().machine().versions()), columns);
        add("flags", TEXTS, of -> scala(of.run().machine().flags()), columns);
        add("is_ended", BooleanType, of -> of.content().get().isEnded(), columns);
        add("rows", IntegerType, of -> of.content().get().size(), columns);
        add("pooled_rows", LongType, LedgerSource::pooledRows, columns);
        add(STEP_RANGES, DataTypes.createArrayType(LongType, false), of -> scala(of.ranges()), columns);
        add("begin_epoch_nanos", LongType, LedgerSource::beginNanos, columns);
        add("end_epoch_nanos", LongType, LedgerSource::endNanos, columns);
        add("collectives", IntegerType, LedgerSource::collectives, columns);
        add("overwritten_steps", LongType, of -> of.losses().overwrittenSteps(), columns);
        add("failed_writes", LongType, of -> of.losses().failedWrites(), columns);
        add("overwritten_collectives", LongType, of -> of.losses().overwrittenSyncs(), columns);
        add("dropped_collectives", LongType, of -> of.losses().droppedSyncs(), columns);
        add("missing_blocks", LongType, of -> of.losses().missingBlocks(), columns);
        add("damaged_bytes", LongType, of -> of.losses().damagedBytes(), columns);
        for (Parallelism each : Parallelism.values()) {
            add(position(each), IntegerType, of -> boxed(of.run().place().position(each)), columns);
        }
        return List.copyOf(columns);
    }

    private static void add(String name, DataType type, Value value, List<RankColumn> to) {
        to.add(new RankColumn(name, type, value));
    }

    private static String position(Parallelism parallelism) {
        return parallelism.name().toLowerCase(Locale.ROOT) + "_position";
    }

    private static @Nullable Integer boxed(OptionalInt number) {
        return number.isPresent() ? number.getAsInt() : null;
    }

    private static scala.collection.Map<String, String> scala(Map<String, String> texts) {
        return CollectionConverters.asScala(new TreeMap<>(texts));
    }

    private static scala.collection.Seq<Long> scala(List<Long> numbers) {
        return CollectionConverters.asScala(numbers).toSeq();
    }

    private static StructType schema() {
        StructType schema = LedgerFile.SCHEMA;
        for (RankColumn each : COLUMNS) {
            schema = schema.add(each.name, each.type, true);
        }
        return schema;
    }

    /** Returns the row of a ledger. */
    static Row row(LedgerFile file, StepLedger ledger) {
        LedgerSource source = LedgerSource.of(ledger, () -> ledger);
        return new GenericRowWithSchema(
                Stream.concat(file.values(), COLUMNS.stream().map(column -> column.value.apply(source)))
                        .toArray(),
                SCHEMA);
    }

    /**
     * Returns the facts about a ledger.
     *
     * @param syncs number of its collectives that the driver has room for
     * @param content reads the ledger
     */
    static LedgerSource source(Row row, int syncs, Supplier<StepLedger> content) {
        return new LedgerSource(
                run(row),
                losses(row, row.<Integer>getAs("collectives") - syncs),
                row.getList(row.fieldIndex(STEP_RANGES)),
                row.getAs("pooled_rows"),
                syncs,
                row.getAs("path"),
                row.getAs("begin_epoch_nanos"),
                row.getAs("end_epoch_nanos"),
                content);
    }

    /** Returns the run of a ledger. */
    static LedgerRun run(Row row) {
        Integer rank = row.getAs("rank");
        Map<Parallelism, Integer> positions = new EnumMap<>(Parallelism.class);
        for (Parallelism each : Parallelism.values()) {
            Integer position = row.getAs(position(each));
            if (position != null) {
                positions.put(each, position);
            }
        }
        return new LedgerRun(
                row.getAs("run_id"),
                row.getAs("profile"),
                row.getAs("main_class"),
                row.getAs("command_line"),
                new ProcessInfo(row.getAs("pid"), row.getAs("host"), row.getAs("process_name")),
                new ClockAnchor(row.getAs("start_monotonic_nanos"), row.getAs("start_epoch_nanos")),
                new LedgerRun.Machine(
                        row.getAs("virtual_machine"),
                        row.getAs("collector"),
                        row.getAs("max_heap_bytes"),
                        row.getAs("processors"),
                        texts(row, "versions"),
                        texts(row, "flags")),
                rank == null ? OptionalInt.empty() : OptionalInt.of(rank),
                row.getAs("world_size"),
                new JobPlace(row.getAs("job"), positions, texts(row, "labels")));
    }

    private static Map<String, String> texts(Row row, String column) {
        return row.getJavaMap(row.fieldIndex(column));
    }

    private static LedgerLosses losses(Row row, long leftOut) {
        return new LedgerLosses(
                row.getAs("overwritten_steps"),
                row.getAs("failed_writes"),
                row.getAs("overwritten_collectives"),
                row.<Long>getAs("dropped_collectives") + leftOut,
                row.getAs("missing_blocks"),
                row.getAs("damaged_bytes"));
    }
}
