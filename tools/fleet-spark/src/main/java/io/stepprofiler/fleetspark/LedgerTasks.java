package io.stepprofiler.fleetspark;

import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * Tasks that read the step ledgers of a run.
 *
 * @param spark the cluster
 * @param files the files by path
 */
record LedgerTasks(JavaSparkContext spark, List<LedgerFile> files) {
    /** Bytes of files for a task at least: starting a task takes as long as reading about a megabyte. */
    private static final long TASK_BYTES = 1 << 20;

    /** Tasks for a core at most, so that the result of a task takes little memory of the driver. */
    private static final int TASKS_OF_CORE = 32;

    /** Result of reading a file in a task. */
    private interface Use<T> extends Serializable {
        Stream<T> of(LedgerFile file, StepLedger ledger);
    }

    /** A file and the rows of its ledger. */
    private record FileRows(ReadFile file, List<LedgerPart> parts) implements Serializable {}

    /** Returns all files, read; unreadable ones with the reason. */
    List<ReadFile> files(int partitions) {
        return partitioned(partitions).map(LedgerTasks::read).collect();
    }

    /** Returns the rows of all ledgers for a table of the lake. */
    JavaRDD<Row> rows(LedgerTable table, int partitions) {
        return partitioned(partitions)
                .flatMap(file ->
                        using(file, (of, ledger) -> rows(table, of, ledger)).iterator());
    }

    /** Reads the ledgers to the driver. */
    ArrivingLedgers read() {
        ArrivingLedgers ledgers = new ArrivingLedgers();
        int partitions = TASKS_OF_CORE * spark.defaultParallelism();
        long firstStep = firstSyncStep(partitions);
        SparkJobs.forEach(partitioned(partitions).map(file -> fileRows(file, firstStep)), read -> {
            ledgers.add(read.file);
            read.parts.forEach(ledgers::add);
        });
        return ledgers;
    }

    /** Returns the files in order, in partitions of about the same number of bytes. */
    private JavaRDD<LedgerFile> partitioned(int most) {
        long all = bytes();
        int partitions = (int) Math.max(1, Math.min(most, all / TASK_BYTES));
        List<List<LedgerFile>> groups = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            groups.add(new ArrayList<>());
        }
        long before = 0;
        for (LedgerFile file : files) {
            groups.get((int) Math.min(partitions - 1, before * partitions / Math.max(1, all)))
                    .add(file);
            before += file.bytes();
        }
        return spark.parallelize(groups, partitions).flatMap(List::iterator);
    }

    private long bytes() {
        return files.stream().mapToLong(LedgerFile::bytes).sum();
    }

    private long firstSyncStep(int partitions) {
        // Each collective takes a byte of its file at least.
        if (bytes() <= SyncRoom.MOST) {
            return SyncRoom.ALL_STEPS;
        }
        Map<Long, Long> counts = partitioned(partitions)
                .flatMapToPair(file -> using(file, LedgerTasks::syncSteps).iterator())
                .reduceByKey(Long::sum)
                .collectAsMap();
        return SyncRoom.firstStep(counts, SyncRoom.MOST);
    }

    private static Stream<Tuple2<Long, Long>> syncSteps(LedgerFile file, StepLedger ledger) {
        return IntStream.range(0, ledger.syncs().size())
                .mapToObj(sync -> new Tuple2<>(ledger.syncs().step(sync), 1L));
    }

    private static Stream<Row> rows(LedgerTable table, LedgerFile file, StepLedger ledger) {
        OptionalInt rank = ledger.run().rank();
        return table.rows(
                file.ledger(), rank.isPresent() ? rank.getAsInt() : null, table.columns(ledger, SyncRoom.ALL_STEPS));
    }

    private static ReadFile read(LedgerFile file) {
        try {
            return ReadFile.of(file, file.read());
        } catch (IOException e) {
            return ReadFile.of(file, e);
        }
    }

    private static FileRows fileRows(LedgerFile file, long firstSyncStep) {
        try {
            StepLedger ledger = file.read();
            return new FileRows(
                    ReadFile.of(file, ledger),
                    Stream.of(LedgerTable.values())
                            .map(table -> new LedgerPart(file.ledger(), table, table.columns(ledger, firstSyncStep)))
                            .toList());
        } catch (IOException e) {
            return new FileRows(ReadFile.of(file, e), List.of());
        }
    }

    /** Returns a result for each file that is a ledger; the others have been found before. */
    private static <T> Stream<T> using(LedgerFile file, Use<T> use) {
        try {
            return use.of(file, file.read());
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
