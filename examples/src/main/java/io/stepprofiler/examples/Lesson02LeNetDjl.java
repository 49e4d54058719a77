package io.stepprofiler.examples;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import io.stepprofiler.Counter;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;

/** Lesson 2: a convolutional network trained with DJL, in a loop of our own so that every phase has a name. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson02LeNetDjl {
    private static final int WINDOWS = 2;

    /** Longest training: a busy machine may need more time for two windows than a reader of the lesson has. */
    private static final long LONGEST_NANOS = Duration.ofMinutes(1).toNanos();

    private static final int BATCH_SIZE = 64;

    /** Enough for steps of which the operations, not their calls, take the time. */
    private static final int FILTERS = 32;

    private static final TableOptions TABLE =
            TableOptions.DEFAULT.withSortBy(SortKey.TOTAL_TIME).withRowLimit(20).withMaxWidth(100);

    private static final int TEST_SIZE = 360;
    private static final int SEED = 2;
    private static final Counter LOSS = Counter.of("loss");
    private static final Counter ACCURACY = Counter.of("accuracy");

    private Lesson02LeNetDjl() {}

    /** Trains until two windows of a second each are recorded, which begin when the program is warm. */
    static LessonResult run(Path dir, PrintStream out) throws IOException {
        return run(dir, out, Schedule.auto());
    }

    static LessonResult run(Path dir, PrintStream out, Schedule schedule) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        Engine engine = LeNet.engine();
        engine.setRandomSeed(SEED);
        try (Model model = LeNet.model(engine, (block, path, operation) -> new ModuleBlock(block, path), FILTERS);
                Trainer trainer = model.newTrainer(LeNet.training())) {
            trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
            double accuracyBefore = accuracy(trainer, digits.test());
            double firstLoss = Double.NaN;
            double lastLoss = Double.NaN;
            Profile profile = Profile.builder()
                    .schedule(schedule)
                    .recordShapes(true)
                    .profileMemory(true)
                    // The operations and the memory of PyTorch, then the virtual machine.
                    .source(TorchSource.create())
                    .source(FlightRecorderSource.create())
                    // A whole window is shorter than the default period of 20 ms.
                    .source(JvmCounters.every(Duration.ofMillis(1)))
                    .onTraceReady(TensorBoardHandler.to(traces.path()))
                    .onTraceReady(TableHandler.to(out).options(TABLE))
                    .onTraceReady(ReportHandler.to(traces.path()))
                    .start();
            try (profile) {
                long start = System.nanoTime();
                for (int step = 0;
                        profile.windowCount() < WINDOWS && System.nanoTime() - start < LONGEST_NANOS;
                        step++) {
                    lastLoss = train(trainer, digits.train(), step);
                    firstLoss = step == 0 ? lastLoss : firstLoss;
                    profile.step();
                }
            }
            Learning learning = new Learning(accuracyBefore, accuracy(trainer, digits.test()), firstLoss, lastLoss);
            return LessonResult.of(learning, traces, profile);
        }
    }

    /** One step of the training; returns its loss. */
    private static double train(Trainer trainer, Digits digits, int step) {
        // All arrays that a step computes belong to the manager of its inputs. If there were no manager for each
        // step, closed at its end, native memory would grow until the trainer is closed.
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDList images;
            NDList labels;
            try (Scope scope = Scope.open("data")) {
                Digits batch = digits.batch(step, BATCH_SIZE);
                images = new NDList(images(memory, batch));
                labels = new NDList(memory.create(batch.labels()));
                scope.arg("batch", batch.size());
            }
            NDList predictions;
            NDArray loss;
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                try (Scope ignored = Scope.open("forward")) {
                    predictions = trainer.forward(images);
                }
                try (Scope ignored = Scope.open("loss")) {
                    loss = trainer.getLoss().evaluate(labels, predictions);
                }
                try (Scope ignored = Scope.open("backward")) {
                    gradients.backward(loss);
                }
            }
            try (Scope ignored = Scope.open("optimizer")) {
                trainer.step();
            }
            // Reading a value waits for the device, so it has a scope, too: on a GPU much of the time is spent here.
            try (Scope ignored = Scope.open("metrics")) {
                double value = loss.getFloat();
                LOSS.record(value);
                ACCURACY.record(shareRight(predictions.head(), labels.head()));
                return value;
            }
        }
    }

    private static double accuracy(Trainer trainer, Digits digits) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDArray predictions =
                    trainer.evaluate(new NDList(images(memory, digits))).head();
            return shareRight(predictions, memory.create(digits.labels()));
        }
    }

    private static NDArray images(NDManager memory, Digits digits) {
        return memory.create(digits.pixels(), new Shape(digits.size(), 1, Digits.SIDE, Digits.SIDE));
    }

    private static double shareRight(NDArray predictions, NDArray labels) {
        NDArray right = predictions.argMax(1).eq(labels);
        return (double) right.countNonzero().getLong() / labels.size();
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=02
     *   The first run unpacks PyTorch (430 MB) into DJL_CACHE_DIR, which Maven sets to examples/target/djl-cache.
     *
     * Expected output
     *   A page, report.*.html, to be opened in a browser: its first lines explain why steps are slow, followed by each
     *   step, its breakdown, and the evidence; it has both windows, with a switch at the top. More than half of the
     *   time is in the convolutions and in the pooling, forward and backward: Operators lists their shapes, Modules the
     *   four layers with parameters, Memory the bytes of each phase, The virtual machine its compilations and
     *   collections.
     *
     *   Two tables, one per window, of the phases, each called once in each step, and of PyTorch's operations in them:
     *   the 20 rows with the most time. In the timeline the counters loss and accuracy have a point for each step, the
     *   counters of the JVM about one per millisecond. At the end the test accuracy is above 95 %. The training ends
     *   with the second window, after a minute at the latest.
     *
     * Try
     *   The second window begins only when the files of the first have been written, so it does not measure that. Use
     *   Schedule.builder().skipFirst(100).warmup(1).active(3).repeat(2).build() instead, and add
     *   deliveryWait(Duration.ZERO) to the profile: now the second window shows a track "profiler", the line below its
     *   table mentions it, and on few cores its steps are slower.
     *
     *   Create the images with trainer.getManager() instead of memory, and watch the process in top: it grows by half a
     *   megabyte per step.
     */
}
