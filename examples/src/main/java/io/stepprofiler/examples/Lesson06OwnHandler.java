package io.stepprofiler.examples;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.chrome.ChromeTraceHandler;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Lesson 6: a handler of your own. It gets the trace of each window, and prints the slowest step with the reason. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson06OwnHandler {
    private static final int STEPS = 300;
    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final double LEARNING_RATE = 0.5;
    private static final long SEED = 1;

    private Lesson06OwnHandler() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        SoftmaxRegression model = new SoftmaxRegression();
        double accuracyBefore = model.accuracy(digits.test());
        double[] losses = new double[STEPS];
        Profile profile = Profile.builder()
                .schedule(Schedule.builder()
                        .skipFirst(100)
                        .wait(5)
                        .warmup(5)
                        .active(40)
                        .repeat(2)
                        .build())
                // A handler is a function of the trace; several are called in this order, independently of each other.
                .onTraceReady(trace -> printSlowest(trace, out))
                .onTraceReady(ChromeTraceHandler.to(traces.path()))
                .start();
        try (profile) {
            for (int step = 0; step < STEPS; step++) {
                losses[step] = train(model, digits.train().batch(step, BATCH_SIZE));
                profile.step();
            }
        }
        Learning learning = new Learning(accuracyBefore, model.accuracy(digits.test()), losses[0], losses[STEPS - 1]);
        return LessonResult.of(learning, traces, profile);
    }

    private static double train(SoftmaxRegression model, Digits batch) {
        double[][] probabilities;
        try (Scope ignored = Scope.open("forward")) {
            probabilities = model.forward(batch);
        }
        try (Scope ignored = Scope.open("backward")) {
            model.update(SoftmaxRegression.gradient(batch, probabilities), LEARNING_RATE);
        }
        try (Scope ignored = Scope.open("loss")) {
            return SoftmaxRegression.loss(batch, probabilities);
        }
    }

    /** Prints the slowest step of a window, the median step, and the longest scopes of the slowest. */
    private static void printSlowest(Trace trace, PrintStream out) {
        List<StepMark> steps = trace.steps().stream()
                .sorted(Comparator.comparingLong(StepMark::durationNanos))
                .toList();
        StepMark slowest = steps.get(steps.size() - 1);
        StepMark median = steps.get(steps.size() / 2);
        TraceEvent longest = trace.events().stream()
                .filter(event -> event.startNanos() >= slowest.startNanos()
                        && event.endNanos() <= slowest.startNanos() + slowest.durationNanos())
                .max(Comparator.comparingLong(TraceEvent::durationNanos))
                .orElseThrow();
        out.printf(
                Locale.ROOT,
                "Slowest of %d steps: %s, %.3f ms (median %.3f ms), of which '%s' took %.3f ms%n",
                steps.size(),
                slowest.name(),
                slowest.durationNanos() / 1e6,
                median.durationNanos() / 1e6,
                longest.name(),
                longest.durationNanos() / 1e6);
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=06
     *
     * Expected output
     *   One line for each window of forty steps, naming its slowest step. Load the file of the window and look at the
     *   step of that number: mostly the JVM was busy with something else, such as compiling.
     *
     * Try
     *   Throw an exception in printSlowest: the training is not affected, the file is still written, and the failure is
     *   listed under "Went wrong while profiling".
     */
}
