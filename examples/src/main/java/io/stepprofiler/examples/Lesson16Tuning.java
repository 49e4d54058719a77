package io.stepprofiler.examples;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.stepprofiler.tuning.Tuning;
import io.stepprofiler.tuning.TuningCache;
import io.stepprofiler.tuning.TuningResult;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Lesson 16: comparison of variants: block sizes of a matrix product in Java, and parts of a batch in DJL. */
final class Lesson16Tuning {
    static final List<Integer> BLOCKS = List.of(8, 16, 32, 160);
    static final List<Integer> PARTS = List.of(1, 2, 4, 8);

    private static final int SIZE = 160;
    private static final int BATCH = 256;
    private static final int FEATURES = 192;
    private static final int CALLS = 20;
    private static final int WARMUP = 30;
    private static final long SEED = 1;

    private Lesson16Tuning() {}

    /** Results of both comparisons, and the file in which they are cached. */
    record Tuned(TuningResult product, TuningResult batch, Path cache) implements Lessons.Outcome {
        @Override
        public void print(PrintStream out) {
            out.println("Kept in:        " + cache);
        }
    }

    static Tuned run(Path dir, PrintStream out) {
        Path file = dir.toAbsolutePath().normalize().resolve("tuning.json");
        TuningCache cache = TuningCache.in(file);
        TuningResult product = product(cache);
        out.println(product.table());
        TuningResult batch = batch(cache);
        out.println(batch.table());
        return new Tuned(product, batch, file);
    }

    private static TuningResult product(TuningCache cache) {
        double[] left = random();
        double[] right = random();
        double[] result = new double[SIZE * SIZE];
        return Tuning.of("product of matrices")
                .variants(BLOCKS, block -> () -> multiply(left, right, result, block))
                .calls(CALLS)
                .warmupUntilSteady(WARMUP)
                .inputs(SIZE + "x" + SIZE, "double")
                .cache(cache)
                .run();
    }

    private static double[] random() {
        return new Random(SEED).doubles(SIZE * SIZE).toArray();
    }

    /** Multiplies the matrices by square blocks, which stay in the caches of the processor if they are small. */
    static double multiply(double[] left, double[] right, double[] result, int block) {
        Arrays.fill(result, 0);
        for (int rows = 0; rows < SIZE; rows += block) {
            for (int inner = 0; inner < SIZE; inner += block) {
                for (int columns = 0; columns < SIZE; columns += block) {
                    multiplyBlock(left, right, result, rows, inner, columns, block);
                }
            }
        }
        return result[0];
    }

    private static void multiplyBlock(
            double[] left, double[] right, double[] result, int rows, int inner, int columns, int block) {
        for (int i = rows; i < Math.min(rows + block, SIZE); i++) {
            for (int k = inner; k < Math.min(inner + block, SIZE); k++) {
                double factor = left[i * SIZE + k];
                for (int j = columns; j < Math.min(columns + block, SIZE); j++) {
                    result[i * SIZE + j] += factor * right[k * SIZE + j];
                }
            }
        }
    }

    private static TuningResult batch(TuningCache cache) {
        Engine engine = LeNet.engine();
        try (NDManager manager = engine.newBaseManager()) {
            NDArray images = manager.randomUniform(0, 1, new Shape(BATCH, FEATURES), DataType.FLOAT32);
            NDArray weights = manager.randomUniform(0, 1, new Shape(FEATURES, FEATURES), DataType.FLOAT32);
            return Tuning.of("product of a batch")
                    .variants(PARTS, parts -> () -> multiply(images, weights, parts))
                    .calls(CALLS)
                    .warmupUntilSteady(WARMUP)
                    .inputs(images.getShape().toString(), weights.getShape().toString(), engine.getVersion())
                    .cache(cache)
                    .run();
        }
    }

    /** Multiplies a batch in parts of equal size. */
    private static float multiply(NDArray images, NDArray weights, int parts) {
        float sum = 0;
        int size = BATCH / parts;
        for (int part = 0; part < parts; part++) {
            NDIndex rows = new NDIndex("{}:{}", part * size, (part + 1) * size);
            try (NDArray some = images.get(rows);
                    NDArray product = some.matMul(weights);
                    NDArray all = product.sum()) {
                sum += all.getFloat();
            }
        }
        return sum;
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=16
     *
     * Expected output
     *   Two tables, with a row for each variant: its mean without the fastest and the slowest call, its difference from
     *   the fastest, and the confidence interval of the difference. If the interval contains 0, the first line reports
     *   no significant difference. Run it again: the results are in the cache, and nothing is measured.
     *
     * Try
     *   Compare a block with itself, under two names: there must be no significant difference. Use 200 calls instead of
     *   20: smaller differences become significant. Remove target/lesson-16/tuning.json, and open a profile around the
     *   call of run: it then uses times of the clock, with a warning.
     */
}
