package io.stepprofiler.fleetspark;

import io.stepprofiler.cli.spark.FleetEngine;
import io.stepprofiler.fleet.report.FleetReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Reading and packing of runs by Spark: by the session of the process, which is started by the first call. */
public final class SparkEngine implements FleetEngine {
    /** An engine; Spark is started when it is used. */
    public SparkEngine() {}

    private static SparkSession spark() {
        return SparkSession.builder()
                .appName("stepprof fleet")
                // Figures of ranks on disks have many equal bytes.
                .config("spark.rdd.compress", "true")
                .config("spark.driver.maxResultSize", "0")
                // A stream to each of hundreds of tasks would keep the last hundred objects that it has written.
                .config("spark.serializer.objectStreamReset", "1")
                // A completion file would be a file of the table.
                .config("spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs", "false")
                .getOrCreate();
    }

    @Override
    public Read read(List<Path> given) throws IOException {
        return SparkFailure.orSentence("Spark did not read the run", () -> {
            SparkSession spark = spark();
            SparkRun run = new SparkRun();
            List<String> files = new ArrayList<>();
            for (Path each : given) {
                LakeRun packed = new LakeRun(spark, new org.apache.hadoop.fs.Path(uri(each)));
                if (packed.exists()) {
                    packed.addTo(run);
                } else {
                    files.add(uri(each));
                }
            }
            if (!files.isEmpty()) {
                tasks(spark, files).addTo(run);
            }
            return new Read(run.ledgers(), run.unread(), run::steps);
        });
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
