package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.report.FleetReport;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Packing of the step ledgers of a run into Parquet tables. The tables are written into a hidden directory of the lake,
 * which is renamed when it is complete. A packing that is killed leaves the hidden directory, which the next one
 * removes.
 *
 * @param spark the cluster
 * @param lake directory of the lake
 * @param run name of the run
 */
record LakePacking(SparkSession spark, Path lake, String run) {
    /** Most files of a table. */
    private static final int MOST_FILES = 64;

    /**
     * Packs a run, unless the lake has it from the same files.
     *
     * @return true if it was packed, false if there was nothing to do
     * @throws IOException if the lake cannot be written, or has a run of this name from other files
     */
    boolean pack(LedgerTasks tasks) throws IOException {
        LakeRun packed = new LakeRun(spark, new Path(lake, "run=" + run));
        FileSystem system = packed.fileSystem();
        boolean isKnown = packed.exists();
        if (isKnown) {
            List<LedgerFile> before = packed.files();
            if (before.equals(tasks.files())) {
                return false;
            }
            check(packed, before, tasks.files());
        }
        LakeRun hidden = new LakeRun(spark, new Path(lake, ".packing-" + run));
        system.delete(hidden.path(), true);
        write(tasks, hidden);
        // Only a run that was packed before is missing for a moment; the next packing would replace it again.
        system.delete(packed.path(), true);
        if (!system.rename(hidden.path(), packed.path())) {
            throw new IOException(hidden.path() + " cannot be renamed to " + packed.path());
        }
        return true;
    }

    /** A run that grows keeps its files. */
    private void check(LakeRun packed, List<LedgerFile> before, List<LedgerFile> now) throws IOException {
        boolean isOther = before.stream()
                .map(LedgerFile::path)
                .noneMatch(now.stream().map(LedgerFile::path).collect(Collectors.toSet())::contains);
        if (isOther) {
            throw new IOException(
                    "--run " + run + " is not allowed: " + packed.path() + " is from other files, such as "
                            + before.get(0).path() + ": must be a new name, or delete the run first");
        }
    }

    private void write(LedgerTasks tasks, LakeRun to) {
        List<ReadFile> files = tasks.files(MOST_FILES);
        write(table(rows(files, true), RanksTable.SCHEMA), to, RanksTable.NAME);
        write(table(rows(files, false), ReadFile.UNREADABLE_SCHEMA), to, ReadFile.UNREADABLE);
        for (LedgerTable table : LedgerTable.values()) {
            write(
                    spark.createDataFrame(tasks.rows(table, MOST_FILES), table.schema())
                            .sortWithinPartitions("step", "rank", "ledger", "row"),
                    to,
                    table.directory());
        }
        write(table(FindingsTable.rows(comparison(to)), FindingsTable.SCHEMA), to, FindingsTable.NAME);
    }

    private static FleetComparison comparison(LakeRun run) {
        ArrivingLedgers ledgers = run.read();
        return FleetReport.of(ledgers.ledgers(), ledgers.unread()).comparison();
    }

    private static List<Row> rows(List<ReadFile> files, boolean isLedger) {
        return files.stream()
                .filter(file -> file.isLedger() == isLedger)
                .map(ReadFile::row)
                .toList();
    }

    private Dataset<Row> table(List<Row> rows, StructType schema) {
        return spark.createDataFrame(rows, schema).coalesce(1);
    }

    private static void write(Dataset<Row> table, LakeRun to, String name) {
        table.write().option("compression", "zstd").parquet(new Path(to.path(), name).toString());
    }
}
