package io.stepprofiler.report.faces;

import static io.stepprofiler.report.faces.Trials.assertSilent;
import static io.stepprofiler.report.faces.Trials.diagnosis;
import static io.stepprofiler.report.faces.Trials.eventually;
import static io.stepprofiler.report.faces.Trials.found;
import static io.stepprofiler.report.faces.Trials.stacks;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.jvm.FlightRecorderSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Small programs with the fault in a method, which the verdict has to name, as it has to name the thread. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
@Tag("alone")
@Tag("long")
class NamedFaultsTest {
    private static final int STEPS = 8;
    private static final int ELEMENTS = 1_500;

    /** So many that a batch takes longer than the rest of a step. */
    private static final int LINES = 8_000;

    private static final int SLOW_STEPS = 4;
    private static final Label FIND = Label.of("aten::select");

    /** Written so that nothing is computed in vain. */
    @SuppressWarnings("UnusedVariable")
    private volatile Object result;

    /** Losses that one thread adds to and another one shows. */
    private static final class Board {
        private final List<Double> losses = new ArrayList<>();

        synchronized void add(double loss) {
            losses.add(loss);
        }

        synchronized String text() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 40_000; i++) {
                text.append(String.format(Locale.ROOT, "%d %.4f%n", i, (double) losses.size()));
            }
            return text.toString();
        }
    }

    /** Runs something again and again on a thread of its own until it is closed. */
    private static final class Beside implements AutoCloseable {
        private final Thread thread;

        Beside(String name, Runnable work) {
            thread = new Thread(
                    () -> {
                        while (!Thread.currentThread().isInterrupted()) {
                            work.run();
                        }
                    },
                    name);
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws InterruptedException {
            thread.interrupt();
            thread.join();
        }
    }

    @Test
    void lockContention_aPageIsMadeUnderTheLock_namesBothMethodsAndTheThread() {
        eventually(() -> {
            Board board = new Board();
            Diagnosis diagnosis;
            try (Beside ignored = new Beside("page", () -> {
                result = board.text();
                // Others get a chance at the monitor.
                SmallLoop.compute();
            })) {
                diagnosis = diagnosis(SmallLoop.withFault(STEPS, step -> board.add(step)));
            }
            assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("lock-contention");
            assertThat(diagnosis.verdict().sentence())
                    .contains(
                            "Board.add(NamedFaultsTest.java:",
                            "thread 'page' holds",
                            "Board.text(NamedFaultsTest.java:");
            assertThat(diagnosis.verdict().nextStep()).contains("Board.text");
        });
    }

    private static float[] parse(String line) {
        String[] parts = line.split(",", -1);
        float[] row = new float[parts.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = Float.parseFloat(parts[i].trim());
        }
        return row;
    }

    private static float[] batch() {
        String line = "0.25, 1.5, 3.75" + ", 0.5".repeat(100);
        float[] row = {};
        for (int i = 0; i < LINES; i++) {
            row = parse(line);
        }
        return row;
    }

    @Test
    void inputBound_aThreadMakesTheBatches_namesItAndItsMethodAndDoesNotAdviseAThread() {
        eventually(() -> {
            BlockingQueue<float[]> queue = new ArrayBlockingQueue<>(2);
            Diagnosis diagnosis;
            try (Beside ignored = new Beside("prefetch", () -> put(queue))) {
                diagnosis = diagnosis(SmallLoop.withFault(
                        SLOW_STEPS, step -> Faults.loading(any -> result = queue.take(), step)));
            }
            assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("input-bound");
            assertThat(diagnosis.verdict().sentence())
                    .contains("thread 'prefetch' makes", "NamedFaultsTest.parse(NamedFaultsTest.java:");
            assertThat(found("input-bound", diagnosis).advice())
                    .extracting(advice -> advice.text())
                    .noneMatch(text -> text.contains("on another thread"));
            assertSilent("loading-not-overlapped", diagnosis);
            Finding decoding = found("decode-bound-input", diagnosis);
            assertThat(decoding.sentence()).contains("thread 'prefetch'", "NamedFaultsTest.parse");
            assertThat(decoding.gainNanosPerStep()).as("counted once").isZero();
        });
    }

    private static void put(BlockingQueue<float[]> queue) {
        try {
            queue.put(batch());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void inputBound_theThreadThatTrainsMakesTheBatches_namesTheMethodAndCountsTheTimeOnce() {
        eventually(() -> {
            Diagnosis diagnosis =
                    diagnosis(SmallLoop.withFault(SLOW_STEPS, step -> Faults.loading(any -> result = batch(), step)));
            assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("input-bound");
            assertThat(diagnosis.verdict().sentence()).contains("NamedFaultsTest.parse(NamedFaultsTest.java:");
            assertThat(diagnosis.verdict().nextStep()).contains("on another thread");
            for (String rule : List.of("loading-not-overlapped", "decode-bound-input")) {
                Finding found = found(rule, diagnosis);
                assertThat(found.severity()).isEqualTo(Severity.INFORMATION);
                assertThat(found.gainShare()).isZero();
                assertThat(found.partOf()).isEqualTo("input-bound");
            }
        });
    }

    /** Takes several samples a step, compiled too; with integers only, because samples miss routines such as sine. */
    private void findTheLargest() {
        int most = 0;
        for (int i = 0; i < ELEMENTS; i++) {
            Scope.end(Scope.begin(FIND));
            for (int j = 0; j < 5_000; j++) {
                most = Math.max(most, (most * 31 + i) % (j + 1));
            }
        }
        result = most;
    }

    @Test
    void operationLoop_readsOneElementAfterTheOther_isTheVerdictWithItsMethod() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.run(
                    STEPS,
                    step -> findTheLargest(),
                    builder -> builder.recordShapes(true).source(FlightRecorderSource.create())));
            assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("operation-loop");
            assertThat(diagnosis.verdict().sentence())
                    .contains("reads elements one by one, 1500 a step", "NamedFaultsTest.findTheLargest");
            assertSilent("small-operations", diagnosis);
        });
    }

    @Test
    void systemGc_namesTheMethodThatCallsIt() {
        eventually(() -> {
            Finding found = found("system-gc", diagnosis(SmallLoop.withFault(STEPS, step -> System.gc())));
            assertThat(found.sentence()).contains("called in", "NamedFaultsTest.");
            assertThat(stacks(found)).anyMatch(frame -> frame.contains("NamedFaultsTest.java:"));
        });
    }
}
