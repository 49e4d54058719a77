package io.stepprofiler.fleetspark;

import static org.apache.spark.sql.types.DataTypes.BooleanType;
import static org.apache.spark.sql.types.DataTypes.IntegerType;
import static org.apache.spark.sql.types.DataTypes.LongType;
import static org.apache.spark.sql.types.DataTypes.StringType;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.ledger.StepLedger;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
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
    private static final DataType TEXTS = DataTypes.createMapType(StringType, StringType, false);

    private interface Value extends Function<StepLedger, @Nullable Object> {}

    private record RankColumn(String name, DataType type, Value value) {}

    private static final List<RankColumn> COLUMNS = Stream.concat(
                    Stream.of(
                            column(
                                    "rank",
                                    IntegerType,
                                    ledger -> boxed(ledger.run().rank())),
                            column(
                                    "world_size",
                                    IntegerType,
                                    ledger -> ledger.run().worldSize()),
                            column(
                                    "host",
                                    StringType,
                                    ledger -> ledger.run().process().host()),
                            column(
                                    "pid",
                                    LongType,
                                    ledger -> ledger.run().process().pid()),
                            column(
                                    "process_name",
                                    StringType,
                                    ledger -> ledger.run().process().name()),
                            column(
                                    "labels",
                                    TEXTS,
                                    ledger -> scala(ledger.run().place().labels())),
                            column(
                                    "job",
                                    StringType,
                                    ledger -> ledger.run().place().job()),
                            column("run_id", StringType, ledger -> ledger.run().runId()),
                            column("profile", StringType, ledger -> ledger.run().name()),
                            column(
                                    "main_class",
                                    StringType,
                                    ledger -> ledger.run().mainClass()),
                            column(
                                    "command_line",
                                    StringType,
                                    ledger -> ledger.run().commandLine()),
                            column(
                                    "start_monotonic_nanos",
                                    LongType,
                                    ledger -> ledger.run().start().monotonicNanos()),
                            column(
                                    "start_epoch_nanos",
                                    LongType,
                                    ledger -> ledger.run().start().epochNanos()),
                            column(
                                    "virtual_machine",
                                    StringType,
                                    ledger -> ledger.run().machine().virtualMachine()),
                            column(
                                    "collector",
                                    StringType,
                                    ledger -> ledger.run().machine().collector()),
                            column(
                                    "max_heap_bytes",
                                    LongType,
                                    ledger -> ledger.run().machine().maxHeapBytes()),
                            column(
                                    "processors",
                                    IntegerType,
                                    ledger -> ledger.run().machine().processors()),
                            column(
                                    "versions",
                                    TEXTS,
                                    ledger -> scala(ledger.run().machine().versions())),
                            column(
                                    "flags",
                                    TEXTS,
                                    ledger -> scala(ledger.run().machine().flags())),
                            column("is_ended", BooleanType, StepLedger::isEnded),
                            column("rows", IntegerType, StepLedger::size),
                            column(
                                    "collectives",
                                    IntegerType,
                                    ledger -> ledger.syncs().size()),
                            column(
                                    "overwritten_steps",
                                    LongType,
                                    ledger -> ledger.losses().overwrittenSteps()),
                            column(
                                    "failed_writes",
                                    LongType,
                                    ledger -> ledger.losses().failedWrites()),
                            column(
                                    "overwritten_collectives",
                                    LongType,
                                    ledger -> ledger.losses().overwrittenSyncs()),
                            column(
                                    "dropped_collectives",
                                    LongType,
                                    ledger -> ledger.losses().droppedSyncs()),
                            column(
                                    "missing_blocks",
                                    LongType,
                                    ledger -> ledger.losses().missingBlocks()),
                            column(
                                    "damaged_bytes",
                                    LongType,
                                    ledger -> ledger.losses().damagedBytes())),
                    Stream.of(Parallelism.values())
                            .map(each -> column(
                                    position(each),
                                    IntegerType,
                                    ledger -> boxed(ledger.run().place().position(each)))))
            .toList();

    static final StructType SCHEMA = schema();

    private RanksTable() {}

    private static RankColumn column(String name, DataType type, Value value) {
        return new RankColumn(name, type, value);
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

    private static StructType schema() {
        StructType schema = LedgerFile.SCHEMA;
        for (RankColumn each : COLUMNS) {
            schema = schema.add(each.name, each.type, true);
        }
        return schema;
    }

    /** Returns the row of a ledger. */
    static Row row(LedgerFile file, StepLedger ledger) {
        return new GenericRowWithSchema(
                Stream.concat(file.values(), COLUMNS.stream().map(column -> column.value.apply(ledger)))
                        .toArray(),
                SCHEMA);
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

    /**
     * Returns the losses of a ledger.
     *
     * @param leftOut number of its collectives that the driver has no room for
     */
    static LedgerLosses losses(Row row, long leftOut) {
        return new LedgerLosses(
                row.getAs("overwritten_steps"),
                row.getAs("failed_writes"),
                row.getAs("overwritten_collectives"),
                row.<Long>getAs("dropped_collectives") + leftOut,
                row.getAs("missing_blocks"),
                row.getAs("damaged_bytes"));
    }
}
