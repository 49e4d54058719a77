package io.stepprofiler.examples;

import io.stepprofiler.Counter;
import io.stepprofiler.History;
import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.ProgressLine;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lesson 12: a whole training in one window that does not fit into memory, and a training that fails after hours. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson12LongRuns {
    static final int STEPS = 300;
    static final int PARTS = 100;
    /** Room for most of the steps, but not for all. */
    private static final int BUFFER_BYTES = 1 << 20;

    private static final int KEPT_STEPS = 20;
    private static final int GOES_WRONG = 200;
    private static final int PART_SIZE = 1;
    private static final int TEST_SIZE = 360;
    private static final double LEARNING_RATE = 0.5;
    private static final double FAR_TOO_MUCH = 1e9;
    private static final long SEED = 12;

    private static final Label FORWARD = Label.of("forward");
    private static final Label BACKWARD = Label.of("backward");
    private static final Counter LOSS = Counter.of("loss");

    private Lesson12LongRuns() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        SoftmaxRegression model = new SoftmaxRegression();
        double accuracyBefore = model.accuracy(digits.test());
        double[] losses = new double[STEPS];

        // Records the scopes of all steps, with buffers for a few of them: the rest is in a journal until it has been
        // exported.
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(STEPS).repeat(1).build())
                .limits(limits -> limits.withMaxBufferBytes(BUFFER_BYTES))
                .journal(JournalOptions.in(dir.resolve("journal")).withMemoryBytes(0))
                .onTraceReady(trace -> export(trace, dir, out))
                .start();
        try (profile) {
            step(model, digits.train(), 0, LEARNING_RATE);
            profile.step();
            for (int step = 0; step < STEPS; step++) {
                losses[step] = step(model, digits.train(), step, LEARNING_RATE);
                profile.step();
            }
        }
        Learning learning = new Learning(accuracyBefore, model.accuracy(digits.test()), losses[0], losses[STEPS - 1]);

        out.println();
        for (Trace last : stepsBeforeItWentWrong(digits.train())) {
            out.printf(
                    "Delivered because %s: steps %d to %d%n",
                    Objects.requireNonNull(last.metadata().get("snapshot")).text(),
                    last.steps().get(0).number(),
                    last.steps().get(last.steps().size() - 1).number());
            last.export(dir.resolve("went-wrong.json.gz"));
        }
        return LessonResult.of(learning, traces, profile);
    }

    private static void export(Trace trace, Path dir, PrintStream out) throws IOException {
        out.println(trace.account().summary());
        ExportOptions progress = ExportOptions.DEFAULT.withListener(ProgressLine.to(out));
        trace.export(dir.resolve("all.pftrace"), progress);
        trace.export(dir.resolve("all.json.gz"), progress);
    }

    /** Records all the time, keeps the last steps, and delivers them when the loss is no longer a finite number. */
    private static List<Trace> stepsBeforeItWentWrong(Digits train) {
        List<Trace> delivered = new ArrayList<>();
        SoftmaxRegression model = new SoftmaxRegression();
        Profile profile = Profile.builder()
                .history(History.ofSteps(KEPT_STEPS).onNotFinite(true))
                .onTraceReady(delivered::add)
                .start();
        try (profile) {
            double loss = 0;
            for (int step = 0; step < STEPS && Double.isFinite(loss); step++) {
                loss = step(model, train, step, step < GOES_WRONG ? LEARNING_RATE : FAR_TOO_MUCH);
                profile.step();
            }
        }
        return List.copyOf(delivered);
    }

    /** Runs one step on several parts of a batch, whose gradients are averaged. */
    private static double step(SoftmaxRegression model, Digits train, int step, double learningRate) {
        double loss = 0;
        List<double[]> gradients = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            Digits batch = train.batch(step * PARTS + part, PART_SIZE);
            double[][] probabilities;
            try (Scope ignored = Scope.open(FORWARD)) {
                probabilities = model.forward(batch);
            }
            loss += SoftmaxRegression.loss(batch, probabilities) / PARTS;
            try (Scope ignored = Scope.open(BACKWARD)) {
                gradients.add(SoftmaxRegression.gradient(batch, probabilities));
            }
        }
        LOSS.record(loss);
        model.update(SoftmaxRegression.mean(gradients), learningRate);
        return loss;
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=12
     *
     * Expected output
     *   The account of a window of 300 steps, with nothing dropped, and two lines of progress that run to 100 %: one
     *   for all.pftrace, which Perfetto opens as a whole, one for two files of 150 steps each. The journal itself is
     *   gone. Then the reason why the last steps of the second training were delivered, "loss is Infinity" or "loss is
     *   NaN", and the numbers of these steps: the last step is the faulty one, after at least twenty others.
     *
     * Try
     *   Remove the journal: the end of the window is dropped, and the account shows it. Kill the process in the middle:
     *   "stepprof assemble" makes a trace of the content of its journal.
     */
}
