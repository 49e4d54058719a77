package io.stepprofiler.report;

import static io.stepprofiler.report.Trials.assertSilent;
import static io.stepprofiler.report.Trials.eventually;
import static io.stepprofiler.report.Trials.found;
import static io.stepprofiler.report.Trials.warned;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the virtual machine does: faults in real programs, some in one with flags that have the fault. */
@Tag("alone")
class MachineRulesTest {
    private static final int STEPS = 4;
    private static final int COPIED_BYTES = 80_000_000;

    private static final String[] WITHOUT_FAULT = {"-XX:+UseZGC", "-Xmx512m", "-XX:ActiveProcessorCount=4"};

    @TempDir
    private Path dir;

    /** A copy of a large array does not stop before its end. */
    private static void copy() {
        byte[] from = new byte[COPIED_BYTES];
        byte[] to = new byte[COPIED_BYTES];
        while (!Thread.currentThread().isInterrupted()) {
            System.arraycopy(from, 0, to, 0, COPIED_BYTES);
        }
    }

    private static void stopAll(int step) {
        for (int i = 0; i < 10; i++) {
            Thread.getAllStackTraces();
        }
    }

    @Test
    void slowSafepoints_anotherThreadCopiesLargeArrays_areFound() {
        eventually(() -> {
            Thread copying = new Thread(MachineRulesTest::copy, "copying");
            copying.setDaemon(true);
            copying.start();
            try {
                warned("slow-safepoints", Trials.diagnosis(SmallLoop.withFault(STEPS, MachineRulesTest::stopAll)));
            } finally {
                copying.interrupt();
                copying.join();
            }
        });
    }

    @Test
    void slowSafepoints_allThreadsStopAtOnce_areFine() {
        eventually(() -> assertSilent(
                "slow-safepoints", Trials.diagnosis(SmallLoop.withFault(STEPS, MachineRulesTest::stopAll))));
    }

    @Test
    void allocationStall_smallHeapOfZgc_isFound() {
        eventually(() -> {
            Finding found = warned(
                    "allocation-stall", ChildLoop.diagnosis(dir, ChildLoop.Fault.STALLS, "-XX:+UseZGC", "-Xmx48m"));
            assertThat(found.advice()).anyMatch(advice -> advice.text().contains("-Xmx72m"));
        });
    }

    @Test
    void deoptimization_ofWhatThrowsAgainAndAgain_namesTheMethod() {
        eventually(() -> {
            Finding found = found(
                    "deoptimization",
                    ChildLoop.diagnosis(dir, ChildLoop.Fault.TRAPS, "-XX:-OmitStackTraceInFastThrow"));
            assertThat(found.severity()).isEqualTo(Severity.WARNING);
            assertThat(found.sentence()).contains("FlagFaults.at");
        });
    }

    /** How much code there is before the window depends on the virtual machine: the size is found by trying. */
    @Test
    void codeCacheFull_smallCodeCache_isFound() {
        AtomicInteger kibibytes = new AtomicInteger(4_000);
        eventually(() -> {
            Finding found = found(
                    "code-cache-full",
                    ChildLoop.diagnosis(
                            dir,
                            ChildLoop.Fault.COMPILES,
                            "-Xbatch",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:-UseCodeCacheFlushing",
                            "-XX:ReservedCodeCacheSize=" + kibibytes.getAndAdd(500) + "k"));
            assertThat(found.severity()).isEqualTo(Severity.WARNING);
        });
    }

    @Test
    void rules_sameProgramWithoutFault_areSilentAndOneProcessorIsBusy() {
        eventually(() -> {
            Diagnosis diagnosis = ChildLoop.diagnosis(dir, ChildLoop.Fault.NONE, WITHOUT_FAULT);
            Stream.of("allocation-stall", "deoptimization", "code-cache-full")
                    .forEach(rule -> assertSilent(rule, diagnosis));
            Finding found = found("one-core-busy", diagnosis);
            assertThat(found.severity()).isEqualTo(Severity.INFORMATION);
            assertThat(diagnosis.verdict().rule()).isEqualTo("compute-bound");
        });
    }
}
