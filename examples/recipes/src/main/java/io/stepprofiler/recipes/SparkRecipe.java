package io.stepprofiler.recipes;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** A line through points, by gradient descent on an RDD: a step is a pass over the data, which is one job. */
@SuppressWarnings("try") // A scope variable is there to be closed.
final class SparkRecipe implements Recipe {
    private static final int EPOCHS = 12;
    private static final int POINTS = 1000;
    private static final double RATE = 1;

    @Override
    public double[] train(Profile profile) {
        SparkConf local = new SparkConf()
                .setMaster("local[2]")
                .setAppName("recipe")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.driver.host", "127.0.0.1");
        try (JavaSparkContext spark = new JavaSparkContext(local)) {
            List<Double> xs = IntStream.range(0, POINTS)
                    .mapToObj(i -> i / (double) POINTS)
                    .toList();
            JavaRDD<Double> points = spark.parallelize(xs, 2).cache();
            double slope = 0;
            for (int epoch = 0; epoch < EPOCHS; epoch++) {
                double current = slope;
                try (Scope ignored = Scope.open("job")) {
                    slope -= RATE
                            * points.mapPartitions(part -> gradient(part, current))
                                    .reduce(Double::sum)
                            / POINTS;
                }
                profile.step();
            }
            return new double[] {4, (slope - 2) * (slope - 2)};
        }
    }

    /** Runs on the threads of the executors, which with {@code local[2]} are in this process. */
    private static Iterator<Double> gradient(Iterator<Double> part, double slope) {
        double sum = 0;
        try (Scope ignored = Scope.open("partition")) {
            while (part.hasNext()) {
                double x = part.next();
                sum += (slope * x - 2 * x) * x;
            }
        }
        return List.of(sum).iterator();
    }
}
