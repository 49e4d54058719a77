package io.stepprofiler.examples;

import io.stepprofiler.Profile;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.executiontrace.ExecutionTraceObserver;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.schedule.Schedule;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Lesson 7: the operations of a window as a graph for replay and simulation, in addition to the trace with their times.
 */
final class Lesson07ExecutionTrace {
    private static final int STEPS = 300;

    private Lesson07ExecutionTrace() {}

    static LessonResult run(Path dir, PrintStream out) throws IOException {
        LessonDirectory traces = LessonDirectory.at(dir);
        // Not in the directory of the traces: tools that read it take every JSON file in it for a trace.
        ExecutionTraceObserver observer =
                ExecutionTraceObserver.to(traces.path().resolve("graphs").resolve("graph.json.gz"));
        Profile profile = Profile.builder()
                .schedule(Schedule.builder()
                        .skipFirst(100)
                        .wait(1)
                        .warmup(1)
                        .active(3)
                        .repeat(2)
                        .build())
                .recordShapes(true)
                .onTraceReady(TensorBoardHandler.to(traces.path()))
                .onTraceReady(observer)
                .start();
        Learning learning;
        try (profile) {
            learning = LeNetTraining.run(STEPS, ReportedBlock::new, trainer -> profile.step());
        }
        observer.files().forEach(file -> out.println("Execution trace written: " + file));
        return LessonResult.of(learning, traces, profile);
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=07
     *
     * Expected output
     *   Two execution traces, one per window, in the directory "graphs". Each node has the operation's inputs and, as
     *   rf_id, the number that the window's trace calls "Record function id", which links each operation to its time.
     *
     * Try
     *   Call observer.stop() after the first window: the second has a trace but no graph.
     */
}
