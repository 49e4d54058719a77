package io.stepprofiler.benchmarks.training;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.benchmarks.Sample;
import io.stepprofiler.schedule.Schedule;
import java.util.List;
import java.util.Locale;

/**
 * Prints, as a Markdown table, what steps of the first window of a process take, as a multiple of the steps before it,
 * where each of 33 calls of a step has a scope and has been compiled by then. Each process is one sample; nothing but the
 * recording differs between its steps.
 *
 * <p>The argument is the number of processes.
 */
public final class FirstWindowCost {
    private static final String RESULT = "multiples: ";
    private static final int IDLE = 1500;
    private static final int COMPARED = 200;
    private static final int RECORDED = 20;

    private static final int ROWS = 32;
    private static final int COLUMNS = 8192;
    private static final Label STEP = Label.of("train");
    private static final Label ROW = Label.of("row");

    private final float[][] weights = new float[ROWS][COLUMNS];
    private final float[] input = new float[COLUMNS];
    private final float[] output = new float[ROWS];

    private FirstWindowCost() {}

    /** Measures and prints; with {@code child} as first argument, is the process that is measured. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("child")) {
            System.out.println(RESULT + new FirstWindowCost().multiples());
            return;
        }
        int processes = Integer.parseInt(arguments[0]);
        double[][] multiples = new double[RECORDED][processes];
        for (int i = 0; i < processes; i++) {
            String[] steps = ChildProcess.result(
                            RESULT,
                            List.of(
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    FirstWindowCost.class.getName(),
                                    "child"))
                    .split(" ", -1);
            for (int step = 0; step < RECORDED; step++) {
                multiples[step][i] = Double.parseDouble(steps[step]);
            }
        }
        System.out.println("| recorded step | multiple of the steps before the window, median (quartiles) |");
        System.out.println("|---|---|");
        for (int step : new int[] {0, 1, 2, 4, 9, RECORDED - 1}) {
            Sample sample = new Sample(multiples[step]);
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %.2f (%.2f to %.2f) |%n",
                    step + 1,
                    sample.median(),
                    sample.quantile(0.25),
                    sample.quantile(0.75));
        }
    }

    private String multiples() {
        double[] nanos = new double[IDLE + 1 + RECORDED];
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder()
                        .wait(IDLE)
                        .warmup(1)
                        .active(RECORDED)
                        .repeat(1)
                        .build())
                .start()) {
            for (int i = 0; i < nanos.length; i++) {
                long start = System.nanoTime();
                step();
                nanos[i] = System.nanoTime() - start;
                profile.step();
            }
        }
        double[] before = new double[COMPARED];
        // The very last one waits for the profiler.
        System.arraycopy(nanos, IDLE - COMPARED - 1, before, 0, COMPARED);
        double usual = new Sample(before).median();
        StringBuilder multiples = new StringBuilder();
        for (int i = IDLE + 1; i < nanos.length; i++) {
            multiples.append(String.format(Locale.ROOT, "%s%.4f", i == IDLE + 1 ? "" : " ", nanos[i] / usual));
        }
        return multiples.toString();
    }

    private void step() {
        long token = Scope.begin(STEP);
        for (int row = 0; row < ROWS; row++) {
            row(row);
        }
        Scope.end(token);
    }

    private void row(int row) {
        long token = Scope.begin(ROW);
        float sum = 0;
        for (int i = 0; i < COLUMNS; i++) {
            sum += weights[row][i] * input[i];
        }
        output[row] = sum;
        for (int i = 0; i < COLUMNS; i++) {
            weights[row][i] += sum * input[i];
        }
        Scope.end(token);
    }
}
