package io.stepprofiler.fleetspark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

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

    /**
     * Adds the ledgers to a run.
     *
     * @throws IOException if another version has packed them
     */
    void addTo(SparkRun run) throws IOException {
        Dataset<Row> ranks = table(RanksTable.NAME);
        if (!List.of(ranks.columns()).contains(RanksTable.STEP_RANGES)) {
            throw new IOException(path + " is of another version: delete it, and pack the run again");
        }
        List<ReadFile> files = new ArrayList<>();
        ranks.collectAsList().forEach(row -> files.add(new ReadFile(row, true)));
        table(ReadFile.UNREADABLE).collectAsList().forEach(row -> files.add(new ReadFile(row, false)));
        // Rows of the engine itself: an object for each number would take most of the time.
        run.add(
                files,
                table -> table(table.directory())
                        .queryExecution()
                        .toRdd()
                        .toJavaRDD()
                        .mapPartitionsToPair(table::parts));
    }
}
