package io.stepprofiler.examples;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lesson 14: a trace of given times. A training without a profiler writes a log of its phases with their times, as CSV;
 * afterwards the log is converted to a trace.
 */
final class Lesson14GivenTimes {
    static final int STEPS = 200;

    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final double LEARNING_RATE = 0.5;
    private static final long SEED = 1;
    private static final long MAIN = 1;
    private static final String COLUMNS = "step,phase,start_ns,duration_ns,loss";

    private Lesson14GivenTimes() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Path log = traces.path().resolve("training.csv");
        Learning learning = train(log);

        Trace trace = traceOf(log);
        out.println(KeyAverages.of(trace)
                .table(TableOptions.DEFAULT.withSortBy(SortKey.SELF_TIME).withRowLimit(10)));
        trace.export(traces.path().resolve("given-times.json.gz"));
        trace.export(traces.path().resolve("given-times.pftrace"));
        return new LessonResult(learning, traces.path(), traces.written(), List.of());
    }

    /** Trains, and logs its phases as programs do that time themselves. */
    private static Learning train(Path log) throws IOException {
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        SoftmaxRegression model = new SoftmaxRegression();
        double accuracyBefore = model.accuracy(digits.test());
        double[] losses = new double[STEPS];
        List<String> lines = new ArrayList<>(List.of(COLUMNS));
        for (int step = 0; step < STEPS; step++) {
            Digits batch = digits.train().batch(step, BATCH_SIZE);
            long start = System.nanoTime();
            double[][] probabilities = model.forward(batch);
            long middle = System.nanoTime();
            model.update(SoftmaxRegression.gradient(batch, probabilities), LEARNING_RATE);
            long end = System.nanoTime();
            losses[step] = SoftmaxRegression.loss(batch, probabilities);
            lines.add(step + ",forward," + start + "," + (middle - start) + "," + losses[step]);
            lines.add(step + ",backward," + middle + "," + (end - middle) + "," + losses[step]);
        }
        Files.write(log, lines);
        return new Learning(accuracyBefore, model.accuracy(digits.test()), losses[0], losses[STEPS - 1]);
    }

    private static Trace traceOf(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        if (!lines.get(0).equals(COLUMNS)) {
            throw new IOException(log + ": line 1: the columns are not " + COLUMNS);
        }
        TraceBuilder builder = new TraceBuilder()
                .traceId("training.csv")
                .metadata("made of", new MetadataValue(log.getFileName().toString(), false));
        TrackBuilder main = builder.thread(MAIN, "main");
        // Keys and names are ids in a trace: request each once, or repeatedly.
        int lossKey = builder.nameId("loss");
        long stepStart = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            long step = Long.parseLong(fields[0]);
            long start = Long.parseLong(fields[2]);
            long duration = Long.parseLong(fields[3]);
            double loss = Double.parseDouble(fields[4]);
            int event = main.add(builder.nameId(fields[1]), start, duration);
            main.argument(event, lossKey, loss);
            if (fields[1].equals("forward")) {
                stepStart = start;
            } else {
                long end = start + duration;
                builder.step(new StepMark(step, stepStart, end - stepStart, MAIN, false));
                builder.counter("loss", end, loss);
            }
        }
        return builder.window(anchor(firstNanos(lines)), anchor(System.nanoTime()))
                .build();
    }

    private static long firstNanos(List<String> lines) {
        return lines.size() == 1
                ? System.nanoTime()
                : Long.parseLong(lines.get(1).split(",", -1)[2]);
    }

    /** Relates an instant to the wall clock; a log of another machine would have to contain the wall-clock time. */
    private static ClockAnchor anchor(long nanos) {
        return new ClockAnchor(nanos, ClockAnchor.now().toEpochNanos(nanos));
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=14
     *
     * Expected output
     *   A table of the two phases, and two files of the same trace. Drag given-times.pftrace onto
     *   https://ui.perfetto.dev: the steps above, the phases below, the loss as a curve; click on a phase to see the
     *   loss of its step.
     *
     * Try
     *   Put every tenth step on a separate lane with builder.lane("every tenth"). Leave out the duration of the last
     *   event and mark it with main.unfinished(event): files show it up to the end of the window.
     */
}
