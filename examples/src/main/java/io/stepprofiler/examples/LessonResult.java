package io.stepprofiler.examples;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Result of a lesson: accuracy, trace files, and failures of the profile. */
record LessonResult(Learning learning, Path directory, List<Path> files, List<ProfileFailure> failures)
        implements Lessons.Outcome {

    /** Accuracy on the test digits before and after the training, and the loss of its first and last step. */
    record Learning(double accuracyBefore, double accuracyAfter, double firstLoss, double lastLoss) {}

    /** Returns the result of a training whose profile has been closed. */
    static LessonResult of(Learning learning, LessonDirectory traces, Profile profile) throws IOException {
        return new LessonResult(learning, traces.path(), traces.written(), profile.failures());
    }

    /** Prints the result and how to look at the traces. */
    @Override
    public void print(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "Test accuracy:  %.1f %% before, %.1f %% after%n",
                100 * learning.accuracyBefore(),
                100 * learning.accuracyAfter());
        out.printf(
                Locale.ROOT,
                "Loss:           %.3f in the first step, %.3f in the last%n",
                learning.firstLoss(),
                learning.lastLoss());
        out.println("Files written:");
        files.forEach(file -> out.println("  " + file));
        if (!failures.isEmpty()) {
            out.println("Went wrong while profiling:");
            failures.forEach(failure -> out.println("  " + failure.kind() + ": " + failure.message()));
        }
        files.stream()
                .filter(file -> file.toString().endsWith(".html"))
                .forEach(page -> out.println("Look at first:  " + page + " in a browser"));
        out.println("Then:           drag a trace onto https://ui.perfetto.dev");
        out.println("Or:             pip install tensorboard torch_tb_profiler (deprecated by its makers)");
        out.println("                tensorboard --logdir " + directory);
        out.println("                then open http://localhost:6006/#pytorch_profiler");
    }
}
