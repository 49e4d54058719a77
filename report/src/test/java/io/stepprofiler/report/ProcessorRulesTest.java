package io.stepprofiler.report;

import static io.stepprofiler.report.Trials.assertSilent;
import static io.stepprofiler.report.Trials.diagnosis;
import static io.stepprofiler.report.Trials.eventually;
import static io.stepprofiler.report.Trials.found;
import static io.stepprofiler.report.Trials.warned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Who has the processors: each fault in a real program, and the same program without it. */
@Tag("alone")
class ProcessorRulesTest {
    private static final int STEPS = 8;
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final double MILLIS_THROTTLED = 120;

    private static final SmallLoop.Fault NONE = step -> {};

    private static Trace withLoads(SmallLoop.Fault fault) throws Exception {
        return SmallLoop.run(
                STEPS,
                fault,
                builder ->
                        builder.source(FlightRecorderSource.create()).source(JvmCounters.every(Duration.ofMillis(5))));
    }

    @Test
    void cpuOversubscribed_fourThreadsAProcessor_namesThem() {
        AtomicReference<Diagnosis> last = new AtomicReference<>();
        try {
            eventually(() -> {
                last.set(diagnosis(amongManyThreads()));
                Finding found = warned("cpu-oversubscribed", last.get());
                assertThat(found.proofs()).anyMatch(proof -> proof.text().contains("augment-"));
            });
        } catch (ConditionTimeoutException e) {
            // Where other programs have most of the processors, they are what is found, and rightly.
            assumeThat(last.get().findings()).extracting(Finding::rule).doesNotContain("other-processes");
            throw e;
        }
    }

    private static Trace amongManyThreads() throws Exception {
        List<Thread> busy = new ArrayList<>();
        try {
            for (int i = 0; i < 4 * PROCESSORS; i++) {
                Thread thread = new Thread(ProcessorRulesTest::compute, "augment-" + i);
                thread.setDaemon(true);
                thread.start();
                busy.add(thread);
            }
            return withLoads(NONE);
        } finally {
            busy.forEach(Thread::interrupt);
            for (Thread thread : busy) {
                thread.join();
            }
        }
    }

    private static void compute() {
        while (!Thread.currentThread().isInterrupted()) {
            SmallLoop.compute();
        }
    }

    @Test
    void cpuOversubscribed_oneThread_isFine() {
        eventually(() -> assertSilent("cpu-oversubscribed", diagnosis(withLoads(NONE))));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void otherProcesses_asManyAsProcessors_taintTheFigures() {
        eventually(() -> {
            List<Process> others = new ArrayList<>();
            try {
                for (int i = 0; i < PROCESSORS; i++) {
                    others.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
                }
                Finding found = found("other-processes", diagnosis(withLoads(NONE)));
                assertThat(found.severity()).as("%s", found).isEqualTo(Severity.WARNING);
            } finally {
                for (Process other : others) {
                    other.destroyForcibly().waitFor();
                }
            }
        });
    }

    /**
     * A container that is throttled, by hand: nothing that a test may do limits its processor time. The counter is as
     * {@link JvmCounters} writes it, and the thread does not run, as nobody has recorded that it sleeps.
     */
    private static Trace throttled(double millisAStep) throws Exception {
        return SmallLoop.run(STEPS, Faults::sleep, builder -> builder.source(new Throttled(STEPS * millisAStep)));
    }

    private record Throttled(double millis) implements ActivitySource {
        @Override
        public ActivityRecording start(CaptureOptions options) {
            long began = System.nanoTime();
            return new ActivityRecording() {
                private long ended;

                @Override
                public void stop() {
                    ended = System.nanoTime();
                }

                @Override
                public void collect(ActivitySink sink) {
                    sink.sample("cpu throttled ms", began, 0);
                    sink.sample("cpu throttled ms", ended, millis);
                }
            };
        }
    }

    @Test
    void throttled_inEachStep_isFound() throws Exception {
        Finding found = warned("throttled", diagnosis(throttled(MILLIS_THROTTLED)));
        assertThat(found.gainNanosPerStep()).isLessThanOrEqualTo((long) (MILLIS_THROTTLED * 1e6));
    }

    @Test
    void throttled_never_isFine() throws Exception {
        Diagnosis diagnosis = diagnosis(throttled(0));
        assertSilent("throttled", diagnosis);
    }
}
