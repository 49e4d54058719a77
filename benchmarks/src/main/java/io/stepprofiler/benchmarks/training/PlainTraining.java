package io.stepprofiler.benchmarks.training;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;

/**
 * Process of {@link IdleAgentCost} and {@link AgentCost}: a perceptron in plain Java without any code of the profiler, whose step calls 145
 * methods. Prints the time of a step after warm-up.
 *
 * <p>Arguments: steps to warm up, steps to measure.
 */
public final class PlainTraining {
    static final String RESULT = "nanoseconds of a step: ";

    private static final int SEED = 4;
    private static final int BATCH = 16;
    private static final int INPUTS = 784;
    private static final int HIDDEN = 128;
    private static final int CLASSES = 10;
    private static final float RATE = 0.01f;

    private final Random random = new Random(SEED);
    private final float[][] inputs = numbers(BATCH, INPUTS);
    private final float[][] hiddenWeights = numbers(HIDDEN, INPUTS);
    private final float[][] outputWeights = numbers(CLASSES, HIDDEN);
    private final float[] hidden = new float[HIDDEN];
    private final float[] output = new float[CLASSES];
    private final float[] hiddenErrors = new float[HIDDEN];

    private PlainTraining() {}

    /** Trains, and prints the result. */
    public static void main(String[] arguments) {
        PlainTraining training = new PlainTraining();
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            training.trainBatch();
        }
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long[] nanos = new long[Integer.parseInt(arguments[1])];
        long processNanos = process.getProcessCpuTime();
        long threadNanos = threadNanos();
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            training.trainBatch();
            nanos[i] = System.nanoTime() - start;
        }
        threadNanos = threadNanos() - threadNanos;
        processNanos = process.getProcessCpuTime() - processNanos;
        Arrays.sort(nanos);
        System.out.println(RESULT + nanos[nanos.length / 10] + " " + nanos[nanos.length / 2] + " "
                + threadNanos / nanos.length + " " + processNanos / nanos.length);
    }

    private static long threadNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private float[][] numbers(int rows, int columns) {
        float[][] numbers = new float[rows][columns];
        for (float[] row : numbers) {
            for (int i = 0; i < columns; i++) {
                row[i] = (random.nextFloat() - 0.5f) / 8;
            }
        }
        return numbers;
    }

    /** Trains one step. */
    void trainBatch() {
        for (int i = 0; i < BATCH; i++) {
            forward(inputs[i]);
            loss(i % CLASSES);
            backward(inputs[i]);
        }
    }

    private void forward(float[] input) {
        layer(hiddenWeights, input, hidden);
        activate(hidden);
        layer(outputWeights, hidden, output);
    }

    private static void layer(float[][] weights, float[] input, float[] result) {
        for (int i = 0; i < result.length; i++) {
            float sum = 0;
            for (int j = 0; j < input.length; j++) {
                sum += weights[i][j] * input[j];
            }
            result[i] = sum;
        }
    }

    private static void activate(float[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.max(values[i], 0);
        }
    }

    /** Replaces the outputs by their errors. */
    private void loss(int expected) {
        for (int i = 0; i < CLASSES; i++) {
            output[i] -= i == expected ? 1 : 0;
        }
    }

    private void backward(float[] input) {
        errors();
        update(outputWeights, hidden, output);
        update(hiddenWeights, input, hiddenErrors);
    }

    private void errors() {
        for (int i = 0; i < HIDDEN; i++) {
            float error = 0;
            for (int j = 0; j < CLASSES; j++) {
                error += outputWeights[j][i] * output[j];
            }
            hiddenErrors[i] = hidden[i] > 0 ? error : 0;
        }
    }

    private static void update(float[][] weights, float[] input, float[] errors) {
        for (int i = 0; i < errors.length; i++) {
            float change = RATE * errors[i];
            for (int j = 0; j < input.length; j++) {
                weights[i][j] -= change * input[j];
            }
        }
    }
}
