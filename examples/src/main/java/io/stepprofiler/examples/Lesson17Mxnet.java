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
import io.stepprofiler.Marker;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.mxnet.Domain;
import io.stepprofiler.mxnet.DumpFormat;
import io.stepprofiler.mxnet.Event;
import io.stepprofiler.mxnet.Frame;
import io.stepprofiler.mxnet.MemoryScope;
import io.stepprofiler.mxnet.Profiler;
import io.stepprofiler.mxnet.ProfilerConfig;
import io.stepprofiler.mxnet.ProfilerState;
import io.stepprofiler.mxnet.SortBy;
import io.stepprofiler.mxnet.Task;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/** Lesson 17: the LeNet with an interface in the style of MXNet's profiler. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson17Mxnet {
    static final int COUNT = 20;
    private static final int STEPS = 200;
    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final int SEED = 2;

    private static final Domain LENET = Domain.of("LeNet");
    private static final Frame STEP = LENET.newFrame("step");
    private static final Task BACKWARD = LENET.newTask("backward");
    private static final Event FORWARD = Event.of("forward");
    private static final Counter SEEN = LENET.newCounter("digits seen");
    private static final Marker BEST = LENET.newMarker("best loss so far");

    private Lesson17Mxnet() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        Engine engine = LeNet.engine();
        engine.setRandomSeed(SEED);
        Path file = traces.path().resolve("profile.json");
        Profiler.setConfig(ProfilerConfig.builder()
                .filename(file)
                .gpuMemoryProfileFilenamePrefix(traces.path().resolve("memory").toString())
                .profileAll(true)
                .aggregateStats(true)
                .build());
        try (Model model = LeNet.model(engine);
                Trainer trainer = model.newTrainer(LeNet.training())) {
            Profiler.setState(ProfilerState.RUN);
            try (MemoryScope ignored = Profiler.scope("model")) {
                trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
            }
            Profiler.pause();
            double accuracyBefore = LeNetTraining.accuracy(trainer, digits.test());
            Profiler.resume();
            double[] losses = new double[STEPS];
            double best = Double.MAX_VALUE;
            for (int step = 0; step < STEPS; step++) {
                STEP.start();
                losses[step] = train(trainer, digits.train(), step);
                STEP.stop();
                if (losses[step] < best) {
                    best = losses[step];
                    BEST.mark();
                }
                if (step == COUNT - 1) {
                    Profiler.setState(ProfilerState.STOP);
                }
            }
            out.print(Profiler.dumps(false, DumpFormat.TABLE, SortBy.AVG, false));
            Profiler.dump();
            // It is the profiler of the process: reset it, since the lesson no longer uses it.
            Profiler.setConfig(Map.of("filename", traces.path().resolve("next.json"), "continuous_dump", false));
            out.println("The trace: " + file + ", for https://ui.perfetto.dev");
            Learning learning = new Learning(
                    accuracyBefore, LeNetTraining.accuracy(trainer, digits.test()), losses[0], losses[STEPS - 1]);
            return new LessonResult(learning, traces.path(), traces.written(), Profiler.failures());
        }
    }

    /** One step of the training; returns its loss. */
    private static double train(Trainer trainer, Digits digits, int step) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            Digits batch = digits.batch(step, BATCH_SIZE);
            NDList images;
            NDList labels;
            try (MemoryScope ignored = Profiler.scope("batch")) {
                images = new NDList(LeNetTraining.images(memory, batch));
                labels = new NDList(memory.create(batch.labels()));
            }
            SEEN.increment(BATCH_SIZE);
            NDArray loss;
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                FORWARD.start();
                try (MemoryScope ignored = Profiler.scope("forward")) {
                    NDList predictions = trainer.forward(images);
                    loss = trainer.getLoss().evaluate(labels, predictions);
                }
                FORWARD.stop();
                BACKWARD.start();
                try (MemoryScope ignored = Profiler.scope("backward")) {
                    gradients.backward(loss);
                }
                BACKWARD.stop();
            }
            try (MemoryScope ignored = Profiler.scope("update")) {
                trainer.step();
            }
            return loss.getFloat();
        }
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=17
     *
     * Expected output
     *   A table: the category LeNet has the frames and tasks of the program, event its scopes, operator each operation
     *   of PyTorch by its mean time, Device Storage the memory in use. The trace is written each second while the
     *   profiler runs, and complete at the end; next to it is a file with the memory that the training had not freed,
     *   by the scope that allocated it: the parameters of the model and the state of the optimizer.
     *
     * Try
     *   Use profile(ProfileCategory.IMPERATIVE, false) instead of profileAll(true), which leaves the operations out.
     *   Call pause() and resume() around a step, which leaves the step out. Open the file while the program runs.
     */
}
