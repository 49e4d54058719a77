package io.stepprofiler.fleetspark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
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

    /** Reads the ledgers to the driver. */
    ArrivingLedgers read() {
        return send(rows(TASKS_OF_CORE * spark.defaultParallelism()));
    }

    /** Sends rows of the files to the driver. */
    ArrivingLedgers send(JavaRDD<FileRows> rows) {
        long firstStep = firstSyncStep(rows);
        ArrivingLedgers ledgers = new ArrivingLedgers();
        SparkJobs.forEach(rows.map(file -> file.from(firstStep)), read -> {
            ledgers.add(read.file());
            read.parts().forEach(ledgers::add);
        });
        return ledgers;
    }

    /** Returns the rows of the files in order, in partitions of about the same number of bytes. */
    JavaRDD<FileRows> rows(int most) {
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
        return spark.parallelize(groups, partitions).flatMap(List::iterator).map(FileRows::of);
    }

    private long bytes() {
        return files.stream().mapToLong(LedgerFile::bytes).sum();
    }

    private long firstSyncStep(JavaRDD<FileRows> rows) {
        // Each collective takes a byte of its file at least.
        if (bytes() <= SyncRoom.MOST) {
            return SyncRoom.ALL_STEPS;
        }
        Map<Long, Long> counts = rows.flatMapToPair(file -> file.syncSteps()
                        .mapToObj(step -> new Tuple2<>(step, 1L))
                        .iterator())
                .reduceByKey(Long::sum)
                .collectAsMap();
        return SyncRoom.firstStep(counts, SyncRoom.MOST);
    }
}
