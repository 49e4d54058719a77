package io.stepprofiler.examples;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import io.stepprofiler.DataLoader;
import io.stepprofiler.Scope;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.xprof.ProfileOptions;
import io.stepprofiler.xprof.StepProfiler;
import io.stepprofiler.xprof.StepTraceAnnotation;
import io.stepprofiler.xprof.TraceAnnotation;
import io.stepprofiler.xprof.TraceSession;
import io.stepprofiler.xprof.XProf;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Lesson 15: the LeNet in XProf, with an interface in the style of JAX. */
@SuppressWarnings("try") // javac -Xlint:try does not know that an annotation is used by being open.
final class Lesson15XProf {
    static final int FIRST = 100;
    static final int COUNT = 5;
    private static final int STEPS = 200;
    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final int SEED = 2;

    private Lesson15XProf() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        Engine engine = LeNet.engine();
        engine.setRandomSeed(SEED);
        try (Model model = LeNet.model(engine);
                Trainer trainer = model.newTrainer(LeNet.training())) {
            trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
            double accuracyBefore = LeNetTraining.accuracy(trainer, digits.test());
            BiFunction<Trainer, NDList, NDList> forward =
                    XProf.annotateFunction("forward").biFunction(Trainer::forward);
            double[] losses = new double[STEPS];
            // Level 3: each operation of PyTorch, and its memory.
            ProfileOptions options = ProfileOptions.builder()
                    .hostTracerLevel(3)
                    .source(TorchSource.create())
                    .build();
            Path memory = traces.path().resolve("memory.pb.gz");
            StepProfiler profiler = StepProfiler.start(traces.path(), FIRST, COUNT, options);
            try (profiler) {
                for (int step = 0; step < STEPS; step++) {
                    try (StepTraceAnnotation ignored = profiler.step(step)) {
                        boolean isLast = step == FIRST + COUNT - 1;
                        losses[step] = train(trainer, digits.train(), step, forward, isLast ? memory : null);
                    }
                }
            }
            TraceSession session = profiler.session().orElseThrow();
            out.println("The session:    " + session.directory().orElseThrow());
            out.println("Look at it:     pip install xprof");
            out.println("                xprof " + traces.path());
            out.println("Its memory:     go tool pprof -http=: " + memory);
            Learning learning = new Learning(
                    accuracyBefore, LeNetTraining.accuracy(trainer, digits.test()), losses[0], losses[STEPS - 1]);
            return new LessonResult(learning, traces.path(), traces.written(), profiler.failures());
        }
    }

    /** Runs one step of the training; if there is a file, writes the memory between forward and backward to it. */
    private static double train(
            Trainer trainer,
            Digits digits,
            int step,
            BiFunction<Trainer, NDList, NDList> forward,
            @Nullable Path memoryFile) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDList images;
            NDList labels;
            // XProf counts this scope as input of the step.
            try (Scope ignored = DataLoader.open("digits")) {
                Digits batch = digits.batch(step, BATCH_SIZE);
                images = new NDList(LeNetTraining.images(memory, batch));
                labels = new NDList(memory.create(batch.labels()));
            }
            NDArray loss;
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                NDList predictions = forward.apply(trainer, images);
                loss = trainer.getLoss().evaluate(labels, predictions);
                if (memoryFile != null) {
                    XProf.saveDeviceMemoryProfile(memoryFile);
                }
                try (TraceAnnotation ignored = TraceAnnotation.open("backward")) {
                    gradients.backward(loss);
                }
            }
            try (TraceAnnotation update = TraceAnnotation.open("update")) {
                trainer.step();
                update.setMetadata("loss", loss.getFloat());
            }
            return loss.getFloat();
        }
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=15
     *
     * Expected output
     *   The directory of a session, with its files. In XProf the overview page has five steps with their share of
     *   input; the trace viewer shows the steps, the annotations and the operations of PyTorch below them; framework op
     *   stats counts the operations; memory profile draws the allocations of libtorch. pprof shows the memory that was
     *   in use after the forward pass of the last step, and was allocated while the session was running: the batch, and
     *   the arrays that each layer keeps for the backward pass, by the operation that allocated them.
     *
     * Try
     *   Set level 1, which records only the program's own annotations: the file is a tenth as large. Add
     *   createPerfettoLink(PerfettoLink.DEFAULT.withOutput(System.out::println)) to the options: at the end the program
     *   waits until you have opened the link it prints.
     */
}
