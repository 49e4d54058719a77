package io.stepprofiler.examples;

import io.stepprofiler.Counter;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Lesson 1: any loop can be profiled. Name its phases, mark its steps, and choose the steps to record. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson01PlainLoop {
    private static final int STEPS = 300;
    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final double LEARNING_RATE = 0.5;
    private static final long SEED = 1;

    private Lesson01PlainLoop() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        SoftmaxRegression model = new SoftmaxRegression();
        double accuracyBefore = model.accuracy(digits.test());
        Counter lossCounter = Counter.of("loss");
        double[] losses = new double[STEPS];

        // Two windows of three steps each; all other steps of the training cost next to nothing.
        Schedule schedule =
                Schedule.builder().wait(5).warmup(1).active(3).repeat(2).build();
        Profile profile = Profile.builder()
                .schedule(schedule)
                .onTraceReady(TensorBoardHandler.to(traces.path()))
                .onTraceReady(TableHandler.to(out))
                .start();
        try (profile) {
            for (int step = 0; step < STEPS; step++) {
                Digits batch;
                try (Scope scope = Scope.open("data")) {
                    batch = digits.train().batch(step, BATCH_SIZE);
                    scope.arg("batch", batch.size());
                }
                double[][] probabilities;
                try (Scope ignored = Scope.open("forward")) {
                    probabilities = model.forward(batch);
                }
                try (Scope ignored = Scope.open("loss")) {
                    losses[step] = SoftmaxRegression.loss(batch, probabilities);
                    lossCounter.record(losses[step]);
                }
                double[] gradient;
                try (Scope ignored = Scope.open("backward")) {
                    gradient = SoftmaxRegression.gradient(batch, probabilities);
                }
                try (Scope ignored = Scope.open("optimizer")) {
                    model.update(gradient, LEARNING_RATE);
                }
                profile.step();
            }
        }
        Learning learning = new Learning(accuracyBefore, model.accuracy(digits.test()), losses[0], losses[STEPS - 1]);
        return LessonResult.of(learning, traces, profile);
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=01
     *
     * Expected output
     *   Two tables, one per window, with data, forward, loss, backward and optimizer called three times each; most of a
     *   step is forward and backward. The two windows are steps 6 to 8 and 15 to 17 of 300, and differ from each other
     *   and from one run to the next: the JVM is still compiling the loop. In the timeline the steps lie above their
     *   phases, and the counter "loss" is lower in the second window. At the end the test accuracy is above 90 %.
     *
     * Try
     *   Begin the schedule with skipFirst(100): the same steps now take a fraction of the time.
     */
}
