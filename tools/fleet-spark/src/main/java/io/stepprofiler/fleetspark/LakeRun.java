package io.stepprofiler.fleetspark;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * A run of the lake, in Parquet tables.
 *
 * @param spark the cluster
 * @param path directory of the run
 */
record LakeRun(SparkSession spark, Path path) {
    /** Returns true if the directory is a run of a lake. */
    boolean exists() throws IOException {
        return fileSystem().exists(new Path(path, ReadFile.UNREADABLE));
    }

    void delete() throws IOException {
        fileSystem().delete(path, true);
    }

    /** Renames the run, whose new name must not exist. */
    void rename(LakeRun to) throws IOException {
        if (!fileSystem().rename(path, to.path)) {
            throw new IOException(path + " cannot be renamed to " + to.path);
        }
    }

    private FileSystem fileSystem() throws IOException {
        return path.getFileSystem(spark.sparkContext().hadoopConfiguration());
    }

    private Dataset<Row> table(String name) {
        return spark.read().parquet(new Path(path, name).toString());
    }

    /** Returns the files that the run was packed from, by number. */
    List<LedgerFile> files() {
        return Stream.of(RanksTable.NAME, ReadFile.UNREADABLE)
                .flatMap(table -> table(table).collectAsList().stream())
                .map(LedgerFile::of)
                .sorted(Comparator.comparingInt(LedgerFile::ledger))
                .toList();
    }

    /** Reads the ledgers to the driver. */
    ArrivingLedgers read() {
        ArrivingLedgers ledgers = new ArrivingLedgers();
        table(RanksTable.NAME).collectAsList().forEach(row -> ledgers.add(new ReadFile(row, true)));
        table(ReadFile.UNREADABLE).collectAsList().forEach(row -> ledgers.add(new ReadFile(row, false)));
        send(LedgerTable.SYNCS, functions.col("step").geq(firstSyncStep()), ledgers);
        send(LedgerTable.STEPS, functions.lit(true), ledgers);
        return ledgers;
    }

    private void send(LedgerTable table, Column condition, ArrivingLedgers ledgers) {
        // Rows of the engine itself: an object for each number would take most of the time.
        SparkJobs.forEach(
                table(table.directory())
                        .where(condition)
                        .queryExecution()
                        .toRdd()
                        .toJavaRDD()
                        .mapPartitions(table::parts),
                ledgers::add);
    }

    private long firstSyncStep() {
        Map<Long, Long> counts = new HashMap<>();
        table(LedgerTable.SYNCS.directory())
                .groupBy("step")
                .count()
                .collectAsList()
                .forEach(row -> counts.put(row.getLong(0), row.getLong(1)));
        return SyncRoom.firstStep(counts, SyncRoom.MOST);
    }
}
