package io.stepprofiler.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Role;
import io.stepprofiler.analysis.rules.Severity;
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
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Windows in the report of a run of 100 steps, which began at the instant 1,000 in process 7. */
class RunReportTest {
    private static final long DATE = 1_700_000_000_000_000_000L;
    private static final ProcessInfo PROCESS = new ProcessInfo(7, "host");

    private static LedgerBuilder builder() {
        return new LedgerBuilder(new LedgerRun(
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
    }

    private static StepLedger ledger() {
        LedgerBuilder ledger = builder();
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

    private static WindowReport gettingSlower(Random random) {
        int first = random.nextInt(50);
        WindowReport window = window(PROCESS, 2_000 + first, first, first + 20 + random.nextInt(20));
        Finding slower = new Finding(
                "steps-get-slower",
                "Steps get slower",
                random.nextBoolean() ? Severity.WARNING : Severity.INFORMATION,
                Role.CAUSE,
                0.15,
                "steps get slower over the window, by 15.0 %",
                "find what grows",
                0.07,
                7,
                List.of(),
                List.of(),
                "");
        return new WindowReport(
                window.run(),
                new Diagnosis(
                        new Diagnosis.Verdict(
                                slower.rule(), slower.title(), slower.sentence(), slower.nextStep(), true),
                        List.of(slower),
                        List.of(),
                        List.of()),
                window.metrics(),
                window.stepTime(),
                window.parts(),
                window.steps(),
                window.costs(),
                window.virtualMachine(),
                window.account(),
                window.paths(),
                window.devices());
    }

    @Test
    void windowThatGetsSlower_inARandomRun_isReportedOnlyIfTheRunGetsSlower() {
        Random random = new Random(20);
        int steady = 0;
        for (int i = 0; i < 200; i++) {
            // Far from the threshold of a tenth.
            long growth = random.nextBoolean() ? random.nextInt(60_000) : 200_000 + random.nextInt(1_000_000);
            LedgerBuilder ledger = builder();
            for (int step = 0; step < 400; step++) {
                long nanos = 1_000_000 + growth * step / 400 + random.nextInt(100_000);
                ledger.step(step, 3_000_000L * step, nanos);
            }
            List<WindowReport> windows = List.of(gettingSlower(random), gettingSlower(random));
            RunReport run = RunReport.of(ledger.build(), windows);

            StepReport report = new StepReport(StepReport.VERSION, windows).withRuns(List.of(run));

            boolean isSteady = growth < 100_000;
            steady += isSteady ? 1 : 0;
            assertThat(report.windows()).allSatisfy(window -> {
                assertThat(window.diagnosis().findings()).hasSize(isSteady ? 0 : 1);
                assertThat(window.diagnosis().verdict().title())
                        .isEqualTo(isSteady ? "No bottleneck found" : "Steps get slower");
                assertThat(window.diagnosis().verdict().sentence().contains("slower"))
                        .isEqualTo(!isSteady);
            });
        }
        assertThat(steady).isBetween(80, 160);
    }
}
