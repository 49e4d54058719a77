package io.stepprofiler.fleetspark;

import io.stepprofiler.cli.spark.FleetEngine;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Reading and packing of runs by Spark: by the session of the process, which is started by the first call. */
public final class SparkEngine implements FleetEngine {
    /** An engine; Spark is started when it is used. */
    public SparkEngine() {}

    private static SparkSession spark() {
        return SparkSession.builder()
                .appName("stepprof fleet")
                // Results are used as they arrive, and need not fit into memory together.
                .config("spark.driver.maxResultSize", "0")
                // The only tables that are shuffled have a row for each step.
                .config("spark.sql.shuffle.partitions", "8")
                // A completion file would be a file of the table.
                .config("spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs", "false")
                .getOrCreate();
    }

    @Override
    public void read(List<Path> given, Consumer<StepLedger> ledgers, Consumer<UnreadLedger> unread) throws IOException {
        SparkSession spark = spark();
        List<ArrivingLedgers> runs = new ArrayList<>();
        List<String> files = new ArrayList<>();
        for (Path each : given) {
            LakeRun packed = new LakeRun(spark, new org.apache.hadoop.fs.Path(uri(each)));
            if (packed.exists()) {
                runs.add(packed.read());
            } else {
                files.add(uri(each));
            }
        }
        if (!files.isEmpty()) {
            runs.add(tasks(spark, files).read());
        }
        for (ArrivingLedgers run : runs) {
            run.ledgers().forEach(ledgers);
            run.unread().forEach(unread);
        }
    }

    @Override
    public Optional<FleetReport> pack(List<Path> given, Path lake, String run) throws IOException {
        SparkSession spark = spark();
        return new LakePacking(spark, new org.apache.hadoop.fs.Path(uri(lake)), run)
                .pack(tasks(spark, given.stream().map(SparkEngine::uri).toList()));
    }

    private static LedgerTasks tasks(SparkSession spark, List<String> given) throws IOException {
        JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
        return new LedgerTasks(context, LedgerFile.in(given, context.hadoopConfiguration()));
    }

    /** Returns a path as it was given: a path of this machine has lost a slash of {@code s3a://}. */
    private static String uri(Path path) {
        return path.toString().replaceFirst("^([a-z][a-z0-9]+:/)(?!/)", "$1/");
    }
}
