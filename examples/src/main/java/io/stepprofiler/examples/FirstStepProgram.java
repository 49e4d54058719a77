package io.stepprofiler.examples;

import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.Trainer;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.Startup;
import io.stepprofiler.handlers.perfetto.PerfettoHandler;
import io.stepprofiler.handlers.startup.TimeToFirstStepHandler;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;

/** The program of lesson 19, which wants to know why its first step is so late. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class FirstStepProgram {
    private static final int STEPS = 10;
    private static final int BATCH_SIZE = 32;
    private static final int TEST_SIZE = 360;
    private static final int SEED = 2;

    private FirstStepProgram() {}

    /** Argument: the directory for its files. */
    public static void main(String[] arguments) throws IOException {
        Lessons.quietLog();
        Path dir = Path.of(arguments[0]);
        // First of all, and with a schedule that records from the beginning: step 0 has all that comes before it.
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(STEPS).repeat(1).build())
                .source(FlightRecorderSource.create())
                .onTraceReady(TimeToFirstStepHandler.to(System.out))
                .onTraceReady(TimeToFirstStepHandler.json(dir.resolve("startup.json")))
                .onTraceReady(PerfettoHandler.to(dir))
                .start();
        try (profile) {
            Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
            Startup.ended("load the data");
            Engine engine = LeNet.engine();
            engine.setRandomSeed(SEED);
            Startup.ended("load the engine");
            try (Model model = LeNet.model(engine);
                    Trainer trainer = model.newTrainer(LeNet.training())) {
                try (Scope ignored = Scope.open("graph building (LeNet)")) {
                    trainer.initialize(new Shape(BATCH_SIZE, 1, Digits.SIDE, Digits.SIDE));
                }
                Startup.ended("build the model");
                for (int step = 0; step < STEPS; step++) {
                    DigitsProgram.trainBatch(trainer, digits.train().batch(step, BATCH_SIZE));
                    profile.step();
                }
            }
        }
        profile.failures().forEach(System.err::println);
    }
}
