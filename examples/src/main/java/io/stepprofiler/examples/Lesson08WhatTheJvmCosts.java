package io.stepprofiler.examples;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.averages.KeyAverage;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.examples.LessonResult.Learning;
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lesson 8: the cost of the virtual machine for a training loop. Only the step is marked; the flight recorder records
 * the rest.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class Lesson08WhatTheJvmCosts {
    private static final int STEPS = 80;
    private static final int ACTIVE = 10;
    private static final int BATCH_SIZE = 128;
    private static final int TEST_SIZE = 360;
    private static final double LEARNING_RATE = 0.5;
    private static final float NOISE = 0.1f;
    private static final int TIDY_EVERY = 5;
    private static final long SEED = 8;

    /** Names of the second spans of long compilations and class loads. */
    private static final Pattern IN_DETAIL = Pattern.compile("( compilation|Class load) \\(");

    private Lesson08WhatTheJvmCosts() {}

    /** The losses so far, which another thread writes slowly while it blocks the training from adding to them. */
    private static final class Losses {
        private static final long WRITING_MILLIS = 10;

        private final double[] values = new double[STEPS];

        synchronized void add(int step, double loss) {
            values[step] = loss;
        }

        synchronized void write() {
            try {
                Thread.sleep(WRITING_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static LessonResult run(Path dir, PrintStream out) throws IOException, InterruptedException {
        LessonDirectory traces = LessonDirectory.at(dir);
        Digits.Split digits = Digits.load().split(TEST_SIZE, SEED);
        SoftmaxRegression model = new SoftmaxRegression();
        double accuracyBefore = model.accuracy(digits.test());
        Losses losses = new Losses();
        Random random = new Random(SEED);
        ExecutorService writer = Executors.newSingleThreadExecutor(task -> new Thread(task, "writer"));
        Profile profile = Profile.builder()
                .schedule(Schedule.builder()
                        .skipFirst(50)
                        .wait(1)
                        .warmup(1)
                        .active(ACTIVE)
                        .repeat(2)
                        .build())
                .source(FlightRecorderSource.create())
                .onTraceReady(TensorBoardHandler.to(traces.path()))
                .onTraceReady(trace -> print(trace, out))
                .start();
        try (profile) {
            for (int step = 0; step < STEPS; step++) {
                writer.execute(losses::write);
                // Garbage: every batch is a copy with its own noise.
                Digits batch = digits.train().batch(step, BATCH_SIZE).withNoise(NOISE, random);
                try (Scope ignored = Scope.open("wait for the rate limit")) {
                    Thread.sleep(1);
                }
                try (Scope ignored = Scope.open("train")) {
                    double[][] probabilities = model.forward(batch);
                    model.update(SoftmaxRegression.gradient(batch, probabilities), LEARNING_RATE);
                    losses.add(step, SoftmaxRegression.loss(batch, probabilities));
                }
                if (step % TIDY_EVERY == 0) {
                    System.gc();
                }
                profile.step();
            }
        } finally {
            writer.shutdownNow();
        }
        Learning learning =
                new Learning(accuracyBefore, model.accuracy(digits.test()), losses.values[0], losses.values[STEPS - 1]);
        return LessonResult.of(learning, traces, profile);
    }

    private static void print(Trace trace, PrintStream out) {
        Set<String> names = trace.events().stream()
                .filter(event -> event.kind() == EventKind.WAIT || event.kind() == EventKind.VIRTUAL_MACHINE)
                .map(TraceEvent::name)
                .collect(Collectors.toSet());
        List<KeyAverage> rows = KeyAverages.of(trace).rows().stream()
                .filter(row -> names.contains(row.name())
                        && !IN_DETAIL.matcher(row.name()).find())
                .sorted(Comparator.comparingLong(KeyAverage::sumNanos).reversed())
                .toList();
        out.printf("Waits and activity of the virtual machine in %d steps:%n", ACTIVE);
        out.printf("  %8s %12s %12s  %s%n", "calls", "total ms", "longest ms", "");
        rows.forEach(row -> out.printf(
                Locale.ROOT,
                "  %8d %12.3f %12.3f  %s%n",
                row.count(),
                row.sumNanos() / 1e6,
                row.maxNanos() / 1e6,
                row.name()));
        out.println("Allocations by method, from samples:");
        allocators(trace).entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(3)
                .forEach(entry ->
                        out.printf(Locale.ROOT, "  %8.1f MiB  %s%n", entry.getValue() / 1048576.0, entry.getKey()));
        out.println();
    }

    /** Returns sampled bytes by the innermost method of the lessons. */
    private static Map<String, Long> allocators(Trace trace) {
        String own = Lesson08WhatTheJvmCosts.class.getPackageName();
        Map<String, Long> bytes = new HashMap<>();
        for (int i = 0; i < trace.samples().size(); i++) {
            if (trace.samples().kind(i) == SampleKind.ALLOCATION
                    && trace.samples().stackId(i) >= 0) {
                long weight = trace.samples().weight(i);
                trace.stack(trace.samples().stackId(i)).stream()
                        .filter(frame -> frame.getClassName().startsWith(own))
                        .findFirst()
                        .ifPresent(frame ->
                                bytes.merge(frame.getClassName() + "." + frame.getMethodName(), weight, Long::sum));
            }
        }
        return bytes;
    }

    /*
     * Run, from the root of the project
     *   mvn -q package -pl examples -am -DskipTests -Dlesson=08
     *
     * Expected output
     *   Two tables. At the top of each are the waits: "Monitor enter (Lesson08WhatTheJvmCosts$Losses)" is the training
     *   that cannot add its loss while the writer writes, "Sleep" both the writer's slow writing and the rate limit.
     *   Below are the effects of System.gc() in every fifth step: a collection with its cause, and the safepoint that
     *   stops all threads for it. Digits.withNoise allocates most. In the timeline the waits are nested in "train" on
     *   the row of the training thread, and collections, safepoints and compilations have rows of their own.
     *
     * Try
     *   Copy the losses inside the lock and write the copy outside: "Monitor enter" disappears, and "train" is as short
     *   as its arithmetic. Remove System.gc(): only collections that the program needs remain.
     */
}
