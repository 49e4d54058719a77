package io.stepprofiler.examples;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.cuda.CudaSource;
import io.stepprofiler.cuda.CudaStatus;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Lesson 21: work of GPUs in a training, along with its steps; or a made-up example if there is no GPU. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson21Gpu {
    private static final int STEPS = 300;
    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final double LEARNING_RATE = 0.5;
    private static final long SEED = 1;
    private static final TableOptions BY_DEVICE_TIME = TableOptions.DEFAULT.withSortBy(SortKey.DEVICE_TIME);

    private Lesson21Gpu() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        CudaStatus status = CudaSource.status();
        out.println("GPUs: " + (status.isAvailable() ? "CUPTI at " + status.cuptiPath() : status.activity()));
        ProfileBuilder builder = Profile.builder()
                .schedule(Schedule.builder()
                        .skipFirst(50)
                        .wait(1)
                        .warmup(1)
                        .active(3)
                        .repeat(2)
                        .build())
                .onTraceReady(TensorBoardHandler.to(traces.path()))
                .onTraceReady(TableHandler.to(out).options(BY_DEVICE_TIME));
        if (status.isCudaLoaded()) {
            builder.source(CudaSource.create());
        } else {
            out.println("So the kernels and copies below are made up: they show what a trace of a GPU looks like.");
            builder.source(new MadeUpGpu());
        }
        Profile profile = builder.start();
        Learning learning;
        try (profile) {
            learning = train(profile);
        }
        return LessonResult.of(learning, traces, profile);
    }

    private static Learning train(Profile profile) throws IOException {
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        SoftmaxRegression model = new SoftmaxRegression();
        double accuracyBefore = model.accuracy(digits.test());
        double[] losses = new double[STEPS];
        for (int step = 0; step < STEPS; step++) {
            Digits batch = digits.train().batch(step, BATCH_SIZE);
            try (Scope ignored = Scope.open("train")) {
                double[][] probabilities = model.forward(batch);
                losses[step] = SoftmaxRegression.loss(batch, probabilities);
                model.update(SoftmaxRegression.gradient(batch, probabilities), LEARNING_RATE);
            }
            profile.step();
        }
        return new Learning(accuracyBefore, model.accuracy(digits.test()), losses[0], losses[STEPS - 1]);
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=21
     *
     * Expected output
     *   A line that there is no CUDA in the process, since this training uses none; then two tables with the time of a
     *   made-up device, by the calls that caused it. In the timeline the device has a separate process, with a row for
     *   its stream, and an arrow from each call to its work.
     *
     * Try
     *   Add CudaSource.create() to your own training on a GPU, which needs nothing else; docs/GPU.md describes its
     *   records and the tested versions.
     */
}
