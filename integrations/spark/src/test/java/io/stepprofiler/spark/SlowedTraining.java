package io.stepprofiler.spark;

import io.stepprofiler.Profile;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.mllib.classification.SVMWithSGD;
import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.mllib.regression.LabeledPoint;
import org.apache.spark.rdd.RDDBarrier;
import scala.collection.Iterator;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

/**
 * Training on a cluster of which one executor is slow: in a barrier stage that marks its steps, then as MLlib trains. A task
 * of MLlib requests a window of the slow executor.
 */
final class SlowedTraining {
    private static final int POINTS = 4_000;
    private static final int STEPS = 40;
    private static final int PARTITIONS = 8;
    private static final long NANOS = 10_000_000;

    /** Partitions that MLlib has read on this executor. */
    private static final AtomicInteger PARTS = new AtomicInteger();

    private SlowedTraining() {}

    public static void main(String[] args) {
        String slow = args[2];
        SparkConf conf = new SparkConf()
                .setMaster(args[0])
                .setAppName("slowed")
                .set("spark.driver.host", InstalledSpark.HOST)
                .set("spark.driver.bindAddress", InstalledSpark.HOST)
                .set("spark.ui.enabled", "false")
                .set("spark.executor.memory", "512m")
                .set("spark.executor.extraClassPath", InstalledSpark.CLASS_PATH)
                .set("spark.executor.extraJavaOptions", String.join(" ", InstalledSpark.QUICK))
                .set("spark.scheduler.minRegisteredResourcesRatio", "1")
                .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s")
                .set("spark.plugins", StepProfilerPlugin.class.getName())
                .set("spark.stepprofiler.dir", args[1])
                .set("spark.stepprofiler.window", "1s")
                .set("spark.stepprofiler.marked", args[3]);
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            inABarrierStage(spark, slow);
            if (!Boolean.parseBoolean(args[3])) {
                byMllib(spark, slow);
            }
        }
    }

    /** The points are read anew in each iteration, as from a file. */
    private static void byMllib(JavaSparkContext spark, String slow) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < POINTS; i++) {
            numbers.add(i);
        }
        JavaRDD<LabeledPoint> points = spark.parallelize(numbers, PARTITIONS).mapPartitions(part -> {
            work(slow);
            requestWindow(slow);
            List<LabeledPoint> read = new ArrayList<>();
            part.forEachRemaining(i -> read.add(new LabeledPoint(i % 2, Vectors.dense(i % 2 + i % 7 * 0.1, 1))));
            return read.iterator();
        });
        SVMWithSGD training = new SVMWithSGD();
        training.optimizer().setNumIterations(STEPS).setConvergenceTol(0);
        training.run(points.rdd());
    }

    private static void requestWindow(String slow) throws IOException {
        if (isOn(slow) && PARTS.incrementAndGet() == PARTITIONS) {
            SparkConf conf = SparkEnv.get().conf();
            Files.createFile(Path.of(conf.get("spark.stepprofiler.dir"), conf.get("spark.app.id"), "capture-" + slow));
        }
    }

    private static void inABarrierStage(JavaSparkContext spark, String slow) {
        ClassTag<Integer> type = ClassTag$.MODULE$.apply(Integer.class);
        RDDBarrier<Integer> barrier = spark.parallelize(List.of(0, 1), 2).rdd().barrier();
        JavaRDD.fromRDD(barrier.mapPartitions(new TrainingPart(slow), false, type), type)
                .count();
    }

    /** A worker of the barrier stage. */
    private static final class TrainingPart extends AbstractFunction1<Iterator<Integer>, Iterator<Integer>>
            implements Serializable {
        private static final long serialVersionUID = 1;
        private final String slow;

        TrainingPart(String slow) {
            this.slow = slow;
        }

        @Override
        public Iterator<Integer> apply(Iterator<Integer> part) {
            for (int step = 0; step < STEPS; step++) {
                work(slow);
                Profile.running().ifPresent(Profile::step);
            }
            BarrierTaskContext.get().barrier();
            return part;
        }
    }

    private static boolean isOn(String executor) {
        return SparkEnv.get().executorId().equals(executor);
    }

    static void work(String slow) {
        long end = System.nanoTime() + (isOn(slow) ? 3 : 1) * NANOS;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
