package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.StepLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * A run that Spark reads: the driver has the facts about its ledgers and their collectives, the tasks have the steps. For
 * one thread at a time.
 */
final class SparkRun {
    /** Figures of a column for a task. */
    private static final int TASK_FIGURES = 1 << 19;

    /** Number of no ledger, for a part without rows. */
    private static final int NO_LEDGER = -1;

    private final Map<Integer, Row> rows = new TreeMap<>();
    private final List<UnreadLedger> unread = new ArrayList<>();
    private final Map<Integer, List<LedgerColumns>> syncs = new HashMap<>();
    private final List<JavaPairRDD<Integer, LedgerColumns>> steps = new ArrayList<>();
    private int files;

    /**
     * A ledger without the values of its steps.
     *
     * @param ledger its number in the run
     * @param row its row of the table of ranks
     * @param parts its collectives
     */
    private record Content(int ledger, Row row, List<LedgerColumns> parts) implements Supplier<StepLedger> {
        LedgerSource source() {
            int sent = parts.stream().mapToInt(LedgerColumns::size).sum();
            return RanksTable.source(row, sent, this);
        }

        @Override
        public StepLedger get() {
            LedgerBuilder builder = new LedgerBuilder(RanksTable.run(row));
            List<Long> ranges = source().ranges();
            for (int i = 0; i < ranges.size(); i += 2) {
                LongStream.range(ranges.get(i), ranges.get(i + 1)).forEach(number -> builder.step(number, 0, 0));
            }
            LedgerTable.build(parts, builder);
            return builder.build();
        }
    }

    /**
     * Adds ledgers.
     *
     * @param read facts about their files
     * @param tables their rows of a table by ledger, in parts
     */
    void add(List<ReadFile> read, Function<LedgerTable, JavaPairRDD<Integer, LedgerColumns>> tables) {
        int before = files;
        long collectives = 0;
        for (ReadFile file : read) {
            int ledger = before + file.ledger();
            if (file.isLedger()) {
                rows.put(ledger, file.row());
                collectives += file.row().<Integer>getAs("collectives");
            } else {
                unread.add(ReadFile.unread(file.row()));
            }
            files = Math.max(files, ledger + 1);
        }
        if (collectives > 0) {
            JavaPairRDD<Integer, LedgerColumns> all = tables.apply(LedgerTable.SYNCS);
            long first = collectives > SyncRoom.MOST ? firstStep(all) : SyncRoom.ALL_STEPS;
            all.mapValues(columns -> first == SyncRoom.ALL_STEPS ? columns : columns.from(first))
                    .collect()
                    .forEach(part -> syncs.computeIfAbsent(before + part._1, any -> new ArrayList<>())
                            .add(part._2));
        }
        steps.add(tables.apply(LedgerTable.STEPS).mapToPair(part -> new Tuple2<>(before + part._1, part._2)));
    }

    private static long firstStep(JavaPairRDD<Integer, LedgerColumns> syncs) {
        return SyncRoom.firstStep(
                syncs.values()
                        .flatMapToPair(columns -> IntStream.range(0, columns.size())
                                .mapToObj(row -> new Tuple2<>(columns.get(0, row), 1L))
                                .iterator())
                        .reduceByKey(Long::sum)
                        .collectAsMap(),
                SyncRoom.MOST);
    }

    /** Returns the ledgers. */
    List<LedgerSource> ledgers() {
        return rows.entrySet().stream()
                .map(each -> new Content(each.getKey(), each.getValue(), syncs.getOrDefault(each.getKey(), List.of())))
                .map(Content::source)
                .toList();
    }

    /** Returns the files that are no readable ledgers. */
    List<UnreadLedger> unread() {
        return List.copyOf(unread);
    }

    /** Returns the steps of these ledgers by rank. */
    FleetLedgers steps(RankLedgers ranks) {
        List<List<Integer>> ledgers = ranks.ledgers().stream()
                .map(each -> each.stream()
                        .map(source -> ((Content) source.content()).ledger)
                        .toList())
                .toList();
        if (ledgers.size() > FleetSteps.MOST_RANKS) {
            throw new IllegalArgumentException(
                    "ranks = " + ledgers.size() + " is not allowed: must be at most " + FleetSteps.MOST_RANKS);
        }
        long[] numbers = FleetLedgers.numbers(ranks);
        return FleetLedgers.of(ranks, new SparkSteps(ranks.places(), numbers, byRank(ledgers, numbers)));
    }

    private JavaPairRDD<Integer, LedgerColumns> byRank(List<List<Integer>> ledgers, long... numbers) {
        Map<Integer, Integer> ranks = new HashMap<>();
        for (int rank = 0; rank < ledgers.size(); rank++) {
            for (int ledger : ledgers.get(rank)) {
                ranks.put(ledger, rank);
            }
        }
        JavaPairRDD<Integer, LedgerColumns> all =
                steps.stream().reduce(JavaPairRDD::union).orElseThrow();
        // A rank may have no part: without steps, or if several processes have it at the same time.
        List<Tuple2<Integer, Tuple2<Integer, LedgerColumns>>> empty = IntStream.range(0, ledgers.size())
                .mapToObj(rank -> new Tuple2<>(rank, new Tuple2<>(NO_LEDGER, new LedgerColumns(1))))
                .toList();
        int partitions = (int) Math.max(1, (long) ledgers.size() * numbers.length / TASK_FIGURES);
        return all.filter(part -> ranks.containsKey(part._1))
                .mapToPair(part ->
                        new Tuple2<>(ranks.getOrDefault(part._1, 0), new Tuple2<>(part._1, TaskFigures.of(part._2))))
                .union(JavaSparkContext.fromSparkContext(all.context()).parallelizePairs(empty, 1))
                .groupByKey(partitions)
                .mapToPair(rank -> new Tuple2<>(
                        rank._1,
                        TaskFigures.joined(
                                StreamSupport.stream(rank._2.spliterator(), false)
                                        .filter(part -> part._2.size() > 0)
                                        .sorted(Comparator.<Tuple2<Integer, LedgerColumns>>comparingInt(part ->
                                                        ledgers.get(rank._1).indexOf(part._1))
                                                // Parts of a table follow each other, and may share one step.
                                                .thenComparingLong(part -> part._2.get(TaskFigures.NUMBER, 0))
                                                .thenComparingLong(
                                                        part -> part._2.get(TaskFigures.NUMBER, part._2.size() - 1)))
                                        .map(Tuple2::_2)
                                        .toList(),
                                numbers)));
    }
}
