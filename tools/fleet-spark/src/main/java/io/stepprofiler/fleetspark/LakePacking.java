package io.stepprofiler.fleetspark;

import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.report.FleetReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Packing of the step ledgers of a run into Parquet tables. The tables are written into a hidden directory of the lake,
 * which is renamed when it is complete, after the run that it replaces. A packing that is killed leaves hidden
 * directories, which the next one renames back or removes.
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
     * @return its report; empty if there was nothing to do
     * @throws IOException if the lake cannot be written, or has a run of this name from other files
     */
    Optional<FleetReport> pack(LedgerTasks tasks) throws IOException {
        LakeRun packed = new LakeRun(spark, new Path(lake, "run=" + run));
        LakeRun hidden = new LakeRun(spark, new Path(lake, ".packing-" + run));
        LakeRun replaced = new LakeRun(spark, new Path(lake, ".replaced-" + run));
        if (!packed.exists() && replaced.exists()) {
            // A packing was killed between its two renames.
            replaced.rename(packed);
        }
        boolean isKnown = packed.exists();
        if (isKnown) {
            List<LedgerFile> before = packed.files();
            if (before.equals(tasks.files())) {
                return Optional.empty();
            }
            check(packed, before, tasks.files());
        }
        hidden.delete();
        FleetReport report;
        try {
            report = SparkFailure.orSentence(packed.path() + " was not written", () -> write(tasks, hidden));
        } catch (IOException e) {
            // A full disk has room again.
            hidden.delete();
            throw e;
        }
        if (isKnown) {
            replaced.delete();
            packed.rename(replaced);
        }
        // Else the rename would be into a directory that another program has left there.
        packed.delete();
        hidden.rename(packed);
        replaced.delete();
        return Optional.of(report);
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

    private FleetReport write(LedgerTasks tasks, LakeRun to) {
        JavaRDD<FileRows> rows = tasks.rows(MOST_FILES);
        List<ReadFile> files = rows.map(FileRows::file).collect();
        write(table(rows(files, true), RanksTable.SCHEMA), to, RanksTable.NAME);
        write(table(rows(files, false), ReadFile.UNREADABLE_SCHEMA), to, ReadFile.UNREADABLE);
        for (LedgerTable table : LedgerTable.values()) {
            write(
                    spark.createDataFrame(rows.flatMap(file -> file.rows(table).iterator()), table.schema())
                            .sortWithinPartitions("step", "rank", "ledger", "row"),
                    to,
                    table.directory());
        }
        SparkRun read = new SparkRun();
        LedgerTasks.addTo(read, rows);
        RankLedgers ranks = RankLedgers.of(read.ledgers(), UnaryOperator.identity());
        FleetReport report = FleetReport.of(ranks, read.steps(ranks), read.unread());
        write(table(FindingsTable.rows(report.comparison()), FindingsTable.SCHEMA), to, FindingsTable.NAME);
        return report;
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
