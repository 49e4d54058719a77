package io.stepprofiler.benchmarks.diff;

import io.stepprofiler.BatchSize;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.StepScope;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.report.faces.SummaryFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Run to compare: a training of a perceptron in plain Java on one thread, whose steps take some milliseconds, with a
 * summary of a window. Its arguments are the percentage by which its steps are longer, the milliseconds for which every
 * fifth step sleeps, the milliseconds between steps, and the file.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
public final class MeasuredLoop {
    private static final int WARMUP = 150;
    private static final int STEPS = 200;
    private static final int BATCH = 128;
    private static final int INPUTS = 800;
    private static final int HIDDEN = 256;
    private static final float RATE = 1e-4f;

    private final int inputs;
    private final float[][] batch;
    private final float[][] weights;
    private final float[] output = new float[HIDDEN];
    private final float[][] hidden = new float[BATCH][HIDDEN];
    private final float[][] errors = new float[BATCH][HIDDEN];

    private MeasuredLoop(int percent) {
        // The time of a step is proportional to the number of inputs.
        inputs = INPUTS + INPUTS * percent / 100;
        batch = new float[BATCH][inputs];
        weights = new float[inputs][HIDDEN];
        Random random = new Random(1);
        fill(random, batch);
        fill(random, weights);
        fill(random, output);
    }

    private static void fill(Random random, float[]... rows) {
        for (float[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = random.nextFloat() - 0.5f;
            }
        }
    }

    /** Trains, and writes the summary of a window. */
    public static void main(String[] arguments) throws InterruptedException {
        MeasuredLoop loop = new MeasuredLoop(Integer.parseInt(arguments[0]));
        long sleepMillis = Long.parseLong(arguments[1]);
        long gapMillis = Long.parseLong(arguments[2]);
        Path file = Path.of(arguments[3]);
        for (int step = 0; step < WARMUP; step++) {
            loop.step();
        }
        // Only steps of scopes have gaps.
        try (Profile profile = Profile.builder()
                .source(FlightRecorderSource.create())
                .onTraceReady(trace -> write(StepReport.of(trace), file))
                .start()) {
            for (int step = 1; step <= STEPS; step++) {
                try (StepScope scope = StepScope.open("train", step)) {
                    BatchSize.record(BATCH);
                    loop.step();
                    if (step % 5 == 0) {
                        Thread.sleep(sleepMillis);
                    }
                }
                Thread.sleep(gapMillis);
            }
        }
        System.out.println("written: " + file);
    }

    private static void write(StepReport report, Path file) {
        try {
            Files.writeString(file, SummaryFile.json(report));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void step() {
        try (Scope ignored = Scope.open("forward")) {
            forward();
        }
        try (Scope ignored = Scope.open("backward")) {
            backward();
        }
        try (Scope ignored = Scope.open("update")) {
            update();
        }
    }

    private void forward() {
        for (int row = 0; row < BATCH; row++) {
            float[] sums = hidden[row];
            Arrays.fill(sums, 0);
            for (int i = 0; i < inputs; i++) {
                addScaled(weights[i], batch[row][i], sums);
            }
        }
    }

    private void backward() {
        for (int row = 0; row < BATCH; row++) {
            float[] error = errors[row];
            for (int j = 0; j < HIDDEN; j++) {
                float value = Math.max(0, hidden[row][j]);
                error[j] = (value * output[j] - 1) * output[j];
            }
        }
    }

    private void update() {
        for (int i = 0; i < inputs; i++) {
            for (int row = 0; row < BATCH; row++) {
                addScaled(errors[row], -RATE * batch[row][i], weights[i]);
            }
        }
    }

    private static void addScaled(float[] from, float factor, float[] to) {
        for (int j = 0; j < to.length; j++) {
            to[j] += factor * from[j];
        }
    }
}
