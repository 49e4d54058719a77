package io.stepprofiler.examples;

import ai.djl.ndarray.NDManager;
import ai.djl.training.Trainer;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.analysis.memory.LeakReport;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.memory.MemoryTimelineHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lesson 5: a training loop that leaks, its memory timeline, and the same loop without the leak. */
final class Lesson05MemoryLeak {
    private static final int STEPS = 40;
    private static final int WORST = 5;

    private Lesson05MemoryLeak() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        List<Profile> profiles = new ArrayList<>();
        out.println("With the images of each step kept by the trainer:");
        train(true, traces.path(), profiles, out);
        out.println("With the images of each step kept by a manager of the step's own:");
        Learning learning = train(false, traces.path(), profiles, out);
        List<ProfileFailure> failures = profiles.stream()
                .flatMap(profile -> profile.failures().stream())
                .toList();
        return new LessonResult(learning, traces.path(), traces.written(), failures);
    }

    private static Learning train(boolean leaking, Path dir, List<Profile> profiles, PrintStream out)
            throws IOException {
        Profile profile = Profile.builder()
                .schedule(Schedule.builder()
                        .wait(10)
                        .warmup(1)
                        .active(10)
                        .repeat(1)
                        .build())
                .profileMemory(true)
                .recordShapes(true)
                .withStack(true)
                .onTraceReady(TensorBoardHandler.to(dir).workerName(leaking ? "leaking" : "fixed"))
                .onTraceReady(MemoryTimelineHandler.to(dir.resolve(leaking ? "memory-leaking" : "memory-fixed")))
                .onTraceReady(trace -> out.println(LeakReport.of(trace).table(WORST)))
                .start();
        profiles.add(profile);
        try (profile) {
            return LeNetTraining.run(STEPS, (block, path, operation) -> block, new Watching(leaking, profile));
        }
    }

    /** Watcher that reports the existing arrays to the profiler after each phase. */
    private record Watching(boolean leaks, Profile profile, ArrayWatch arrays) implements LeNetTraining.Watcher {
        Watching(boolean leaks, Profile profile) {
            this(leaks, profile, new ArrayWatch());
        }

        @Override
        public void phaseEnded(MemoryCategory results, NDManager step, Trainer trainer) {
            arrays.look(results, trainer.getManager(), step);
        }

        @Override
        public void stepEnded(Trainer trainer) {
            arrays.look(MemoryCategory.UNKNOWN, trainer.getManager());
            profile.step();
        }
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=05
     *
     * Expected output
     *   Two tables of memory that was allocated in ten steps and is not freed at their end. The first has the results
     *   of "forward" and "loss": DJL keeps the result of an operation as long as its input, and the images of the
     *   leaking loop belong to the trainer. It grows with every step. In the second, all memory of a step is freed at
     *   its end. The files memory-leaking/memory.*.html and memory-fixed/memory.*.html show the same as a staircase and
     *   as a comb; open them in a browser.
     *
     * Try
     *   Close only the predictions and the loss at the end of a leaking step: most of the leak stays, because the
     *   results of the layers in between have no variable that could be closed.
     */
}
