package io.stepprofiler.examples;

import io.stepprofiler.Profile;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Lesson 11: every operation and every tensor of a training with JavaCPP's presets for PyTorch, which has no scope. */
final class Lesson11JavaCpp {
    private static final int STEPS = 300;

    private Lesson11JavaCpp() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        TraceDirectory traces = TraceDirectory.at(dir);
        Profile profile = Profile.builder()
                .schedule(Schedule.builder()
                        .skipFirst(100)
                        .wait(1)
                        .warmup(1)
                        .active(3)
                        .repeat(2)
                        .build())
                .recordShapes(true)
                .profileMemory(true)
                .onTraceReady(TensorBoardHandler.to(traces.path()))
                .onTraceReady(trace -> out.println(io.stepprofiler.averages.KeyAverages.of(trace)
                        .table(TableOptions.DEFAULT
                                .withSortBy(SortKey.SELF_TIME)
                                .withRowLimit(15))))
                .start();
        Learning learning;
        try (profile) {
            learning = JavaCppTraining.run(STEPS, profile::step);
        }
        return LessonResult.of(learning, traces, profile);
    }
}
