package io.stepprofiler.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.run.LedgerSteps.StepRange;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.trace.TraceBuilder;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Windows in the report of a run of 100 steps, which began at the instant 1,000 in process 7. */
class RunReportTest {
    private static final long DATE = 1_700_000_000_000_000_000L;
    private static final ProcessInfo PROCESS = new ProcessInfo(7, "host");

    private static StepLedger ledger() {
        LedgerBuilder ledger = new LedgerBuilder(new LedgerRun(
                "",
                "",
                "",
                "",
                PROCESS,
                new ClockAnchor(0, DATE + 1_000),
                LedgerRun.Machine.UNKNOWN,
                OptionalInt.empty(),
                0,
                JobPlace.UNKNOWN));
        for (int step = 0; step < 100; step++) {
            ledger.step(step, 100L * step, 100);
        }
        return ledger.build();
    }

    /** A window of some steps, which began at an instant after the date. */
    private static WindowReport window(ProcessInfo process, long nanos, int first, int last) {
        long epochNanos = DATE + nanos;
        TraceBuilder trace = new TraceBuilder()
                .process(process)
                .window(new ClockAnchor(0, epochNanos), new ClockAnchor(100_000, epochNanos + 100_000));
        for (int step = first; step <= last; step++) {
            trace.step(new StepMark(step, 100L * (step - first), 100, 1, false));
        }
        return StepReport.of(trace.build()).windows().get(0);
    }

    private static List<StepRange> windows(WindowReport... windows) {
        return RunReport.of(ledger(), List.of(windows)).steps().windows();
    }

    @Test
    void windows_ofTheReport_areNamedInTheOrderOfTheirSteps() {
        assertThat(windows(window(PROCESS, 6_000, 50, 60), window(PROCESS, 1_000, 10, 19)))
                .containsExactly(new StepRange(10, 19), new StepRange(50, 60));
    }

    @Test
    void windows_ofNoReport_areNotNamed() {
        assertThat(windows()).isEmpty();
    }

    @Test
    void windows_ofOtherRuns_areNotNamed() {
        assertThat(windows(
                        window(new ProcessInfo(8, "host"), 6_000, 50, 60),
                        window(new ProcessInfo(7, "other"), 6_000, 50, 60),
                        window(PROCESS, 999, 50, 60)))
                .isEmpty();
    }

    @Test
    void window_thatTwoFilesHave_isNamedOnce() {
        assertThat(windows(window(PROCESS, 6_000, 50, 60), window(PROCESS, 6_000, 50, 60)))
                .containsExactly(new StepRange(50, 60));
    }

    @Test
    void window_withoutSteps_isNotNamed() {
        assertThat(windows(window(PROCESS, 6_000, 50, 49))).isEmpty();
    }
}
