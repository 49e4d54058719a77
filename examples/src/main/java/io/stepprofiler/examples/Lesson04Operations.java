package io.stepprofiler.examples;

import io.stepprofiler.Profile;
import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.stacks.CollapsedStacks;
import io.stepprofiler.handlers.stacks.StackMetric;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Lesson 4: operations with the shapes of their inputs, the modules they belong to, and where they were called from.
 */
final class Lesson04Operations {
    private static final int STEPS = 300;

    private Lesson04Operations() {}

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
                .withFlops(true)
                .withStack(true)
                .onTraceReady(TensorBoardHandler.to(traces.path()))
                .onTraceReady(trace -> printByShape(trace, out))
                .onTraceReady(trace -> writeFlameGraphs(trace, traces.path()))
                .start();
        Learning learning;
        try (profile) {
            learning = LeNetTraining.run(STEPS, ReportedBlock::new, trainer -> profile.step());
        }
        return LessonResult.of(learning, traces, profile);
    }

    private static void printByShape(Trace trace, PrintStream out) {
        KeyAverages averages = KeyAverages.of(trace, Grouping.BY_NAME.byInputShapes());
        out.println(averages.table(TableOptions.DEFAULT
                .withSortBy(SortKey.SELF_TIME)
                .withMaxShapesWidth(60)
                .withHeader("Operations by the shapes of their inputs")));
    }

    private static void writeFlameGraphs(Trace trace, Path dir) throws IOException {
        String window = "window-" + trace.steps().get(0).number();
        CollapsedStacks.export(trace, dir.resolve("flames").resolve(window + ".txt"), StackMetric.SELF_CPU_TIME);
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=04
     *
     * Expected output
     *   Two tables, one per window. Each convolution and each dense layer appears twice: one step in three has batches
     *   of 16 images instead of 32, and half the floating point operations. In TensorBoard the operator view groups by
     *   input shape and shows call stacks, the module view the four modules. The directory "flames" has a file of
     *   collapsed stacks for each window, for https://www.speedscope.app and flamegraph.pl.
     *
     * Try
     *   Leave out withStack: the scopes get shorter, since walking the stack takes longer than a small operation. Or
     *   group by something else: Grouping.BY_NAME.byStack(3).
     */
}
