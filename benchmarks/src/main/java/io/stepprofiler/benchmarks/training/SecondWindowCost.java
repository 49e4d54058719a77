package io.stepprofiler.benchmarks.training;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.benchmarks.DirectoryTree;
import io.stepprofiler.benchmarks.Sample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.table.TableHandler;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.report.ReportHandler;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Prints, as a Markdown table, how long the recorded steps of the first two windows of a process take where windows are
 * delivered beside the training and where the training waits for them: from processes that run in turn, each with the
 * schedule and the handlers of lesson 02.
 *
 * <p>The argument is the number of processes of each sort.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
public final class SecondWindowCost {
    private static final String RESULT = "milliseconds of steps: ";
    private static final int STEPS = 130;
    private static final Schedule SCHEDULE = Schedule.builder()
            .skipFirst(100)
            .wait(5)
            .warmup(1)
            .active(3)
            .repeat(2)
            .build();

    private SecondWindowCost() {}

    /** Measures and prints; with {@code child} as first argument, is the process that is measured. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("child")) {
            child(Boolean.parseBoolean(arguments[1]));
            return;
        }
        int processes = Integer.parseInt(arguments[0]);
        double[][] beside = new double[2][processes];
        double[][] waiting = new double[2][processes];
        for (int i = 0; i < processes; i++) {
            run(false, i, beside);
            run(true, i, waiting);
        }
        System.out.println("| window | delivered beside the training | the training waits | ratio of the medians |");
        System.out.println("|---|---|---|---|");
        for (int window = 0; window < 2; window++) {
            Sample besides = new Sample(beside[window]);
            Sample waits = new Sample(waiting[window]);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %.2f |%n",
                    window == 0 ? "first" : "second",
                    text(besides),
                    text(waits),
                    besides.median() / waits.median());
        }
    }

    private static String text(Sample millis) {
        return String.format(
                Locale.ROOT, "%.2f ms (%.2f to %.2f)", millis.median(), millis.quantile(0.25), millis.quantile(0.75));
    }

    private static void run(boolean synchronous, int process, double[][] millis)
            throws IOException, InterruptedException {
        String[] medians = ChildProcess.result(
                        RESULT,
                        List.of(
                                "--enable-native-access=ALL-UNNAMED",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                                "-cp",
                                System.getProperty("java.class.path"),
                                SecondWindowCost.class.getName(),
                                "child",
                                Boolean.toString(synchronous)))
                .split(" ", -1);
        for (int window = 0; window < medians.length; window++) {
            millis[window][process] = Double.parseDouble(medians[window]);
        }
    }

    private static void child(boolean synchronous) throws Exception {
        List<Trace> traces = new CopyOnWriteArrayList<>();
        Path dir = Files.createTempDirectory("second-window");
        try (DjlTraining training = new DjlTraining(DjlTraining.Network.MLP);
                Profile profile = Profile.builder()
                        .schedule(SCHEDULE)
                        .synchronousDelivery(synchronous)
                        .source(JvmCounters.every(Duration.ofMillis(1)))
                        .onTraceReady(TensorBoardHandler.to(dir))
                        .onTraceReady(TableHandler.to(new PrintStream(OutputStream.nullOutputStream())))
                        .onTraceReady(ReportHandler.to(dir))
                        .onTraceReady(traces::add)
                        .start()) {
            for (int i = 0; i < STEPS; i++) {
                try (Scope ignored = Scope.open("train")) {
                    training.step();
                }
                profile.step();
            }
            profile.awaitDelivery(Duration.ofMinutes(1));
        } finally {
            DirectoryTree.delete(dir);
        }
        System.out.printf(
                Locale.ROOT, "%s%.3f %.3f%n", RESULT, medianMillis(traces.get(0)), medianMillis(traces.get(1)));
    }

    private static double medianMillis(Trace trace) {
        return new Sample(trace.steps().stream()
                                .mapToDouble(StepMark::durationNanos)
                                .toArray())
                        .median()
                / 1e6;
    }
}
