package io.stepprofiler.examples;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfiledFunction;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.functions.FunctionProfile;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.functions.Destination;
import io.stepprofiler.handlers.functions.FunctionProfileHandler;
import io.stepprofiler.handlers.functions.FunctionProfileOptions;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BiFunction;

/** Lesson 18: the profiles of two functions, as Aesara prints them: training and prediction. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson18FunctionProfiles {
    private static final int STEPS = 200;
    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final int SEED = 2;

    private Lesson18FunctionProfiles() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory files = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        Engine engine = LeNet.engine();
        engine.setRandomSeed(SEED);
        try (Model model = LeNet.model(engine);
                Trainer trainer = model.newTrainer(LeNet.training())) {
            trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
            double before = LeNetTraining.accuracy(trainer, digits.test());
            BiFunction<Trainer, Digits, Double> train =
                    ProfiledFunction.of("train").biFunction(Lesson18FunctionProfiles::train);
            BiFunction<Trainer, Digits, Double> predict =
                    ProfiledFunction.of("predict").biFunction(LeNetTraining::accuracy);
            FunctionProfileHandler functions =
                    FunctionProfileHandler.of(FunctionProfileOptions.parse("n_apply=5,n_ops=10,output_line_width=160")
                            .withDestination(Destination.of(out)));
            double[] losses = new double[STEPS];
            double best = before;
            Profile profile = Profile.builder()
                    .schedule(Schedule.builder()
                            .skipFirst(100)
                            .wait(10)
                            .warmup(2)
                            .active(8)
                            .repeat(3)
                            .build())
                    .source(TorchSource.create())
                    .recordShapes(true)
                    .onTraceReady(functions)
                    .start();
            try (profile) {
                for (int step = 0; step < STEPS; step++) {
                    losses[step] = train.apply(trainer, digits.train().batch(step, BATCH_SIZE));
                    if (step % 4 == 0) {
                        best = Math.max(best, predict.apply(trainer, digits.test()));
                    }
                    profile.step();
                }
            }
            Files.write(
                    files.path().resolve("functions.bin"), functions.profiles().toByteArray());
            FunctionProfile training = functions.profiles().function("train").orElseThrow();
            out.printf(
                    Locale.ROOT,
                    "A call of train has %d nodes on average; the best accuracy on the way was %.2f%n",
                    training.applies().stream().mapToLong(node -> node.calls()).sum()
                            / training.calls().count(),
                    best);
            Learning learning =
                    new Learning(before, LeNetTraining.accuracy(trainer, digits.test()), losses[0], losses[STEPS - 1]);
            return LessonResult.of(learning, files, profile);
        }
    }

    /** One step of the training; returns its loss. */
    private static double train(Trainer trainer, Digits batch) {
        try (NDManager memory = trainer.getManager().newSubManager()) {
            NDList images = new NDList(LeNetTraining.images(memory, batch));
            NDList labels = new NDList(memory.create(batch.labels()));
            NDArray loss;
            try (GradientCollector gradients = trainer.newGradientCollector()) {
                NDList predictions;
                try (Scope ignored = Scope.open("forward")) {
                    predictions = trainer.forward(images);
                }
                loss = trainer.getLoss().evaluate(labels, predictions);
                try (Scope ignored = Scope.open("backward")) {
                    gradients.backward(loss);
                }
            }
            try (Scope ignored = Scope.open("update")) {
                trainer.step();
            }
            return loss.getFloat();
        }
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=18
     *
     * Expected output
     *   Three profiles: of train, of predict, and of both together. Each lists the time of its calls, the share of
     *   PyTorch's operations, and the share between them: with a network this small, a large part. The tables sum up by
     *   operation ("Class"), by operation and shapes ("Ops"), and by node ("Apply"), with its arguments. The line below
     *   a table has the sum of the rows that are not shown. Tips follow.
     *
     * Try
     *   Set STEP_PROFILER_FUNCTIONS to debugprint=true,n_apply=3 and take the handler from
     *   FunctionProfileHandler.fromEnvironment(System.getenv()): the nodes of a call are printed as a tree. Leave out
     *   the two ProfiledFunctions: then a step is the function. The agent does the same without a line of code, also
     *   for ND4J and Deeplearning4j, with format=functions,shapes=true.
     */
}
