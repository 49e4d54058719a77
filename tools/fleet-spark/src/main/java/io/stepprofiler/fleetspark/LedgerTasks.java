package io.stepprofiler.fleetspark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
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

    /** Tasks for a core at most. */
    private static final int TASKS_OF_CORE = 32;

    /** Adds the ledgers to a run. */
    void addTo(SparkRun run) {
        addTo(run, rows(TASKS_OF_CORE * spark.defaultParallelism()));
    }

    /** Adds the ledgers of some rows to a run. */
    static void addTo(SparkRun run, JavaRDD<FileRows> rows) {
        run.add(
                rows.map(FileRows::file).collect(),
                table -> rows.flatMapToPair(file -> file.columns(table)
                        .map(columns -> new Tuple2<>(file.file().ledger(), columns))
                        .iterator()));
    }

    /** Returns the rows of the files in order, in partitions of about the same number of bytes; each file is read once. */
    JavaRDD<FileRows> rows(int most) {
        long all = files.stream().mapToLong(LedgerFile::bytes).sum();
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
        return spark.parallelize(groups, partitions)
                .flatMap(List::iterator)
                .map(FileRows::of)
                .persist(StorageLevel.DISK_ONLY());
    }
}
