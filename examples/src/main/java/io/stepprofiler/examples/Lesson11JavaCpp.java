package io.stepprofiler.examples;

import io.stepprofiler.Profile;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Lesson 11: every operation and every tensor of a training with JavaCPP's presets for PyTorch, which has no scope. */
final class Lesson11JavaCpp {
    private static final int STEPS = 300;

    private Lesson11JavaCpp() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
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
                .source(TorchSource.create())
                .onTraceReady(TensorBoardHandler.to(traces.path()))
                .onTraceReady(trace -> out.println(KeyAverages.of(trace)
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

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=11
     *   The first run unpacks PyTorch (445 MB) into examples/target/javacpp-cache.
     *
     * Expected output
     *   Two tables, one per window, of operations that the program never names: forward, such as aten::addmm, and
     *   backward, such as AddmmBackward0, each three times as often as a step runs it, with their memory. The metadata
     *   entries "torch" of a trace name the libtorch, and the data that could be recorded.
     *
     * Try
     *   Print TorchSource.status() before and after the first tensor. Or group by shape: KeyAverages.of(trace,
     *   Grouping.BY_NAME.byInputShapes()).
     */
}
