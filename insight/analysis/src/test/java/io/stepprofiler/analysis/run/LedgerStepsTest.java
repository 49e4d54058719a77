package io.stepprofiler.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.run.LedgerSteps.StepRange;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The steps of a written ledger: 400 steps of 1 ms, the first 40 of them longer by 5 ms and less, each 20th longer by 9
 * ms; windows recorded steps 100 to 149 and 300 to 339.
 */
class LedgerStepsTest {
    private static StepLedger ledger;
    private static LedgerSteps run;

    @BeforeAll
    static void read() throws IOException, URISyntaxException {
        ledger = StepLedger.read(
                Path.of(LedgerStepsTest.class.getResource("validation.steps").toURI()));
        run = LedgerSteps.of(ledger);
    }

    @Test
    void times_areOfAllSteps() {
        assertThat(run.steps()).isEqualTo(400);
        assertThat(run.nanos()).isEqualTo(ledger.startNanos(399) + ledger.durationNanos(399) - ledger.startNanos(0));
        assertThat(run.stepTime().median()).isBetween(1_000_000L, 1_100_000L);
        assertThat(run.p99Nanos()).isGreaterThan(10_000_000);
        assertThat(run.shares().processorShare()).isCloseTo(0.9, within(0.001));
        assertThat(run.shares().pauseShare()).isCloseTo(4e6 / run.nanos(), within(0.001));
        assertThat(run.shares().inputShare()).isEqualTo(-1);
        assertThat(run.isEnded()).isTrue();
    }

    @Test
    void warmUp_endsWhereStepsAreAsFastAsLater() {
        assertThat(run.warmUp().warmUpSteps()).isBetween(25L, 45L);
        assertThat(run.warmUp().warmUpFactor()).isBetween(4.0, 6.0);
    }

    @Test
    void slowSteps_haveTheirPeriod() {
        assertThat(run.slow().rhythms()).singleElement().satisfies(rhythm -> {
            assertThat(rhythm.period()).isEqualTo(20);
            assertThat(rhythm.first() % 20).isEqualTo(19);
        });
        assertThat(run.slow().slowSteps()).isEqualTo(run.slow().rhythms().get(0).hits());
        assertThat(run.slow().slowest())
                .allSatisfy(step -> assertThat(step.number() % 20).isEqualTo(19));
        assertThat(run.slow().rhythmShare()).isCloseTo(9.0 / (20 * 1.025 + 9), within(0.02));
    }

    @Test
    void windows_areTheRecordedSteps() {
        assertThat(run.windows()).containsExactly(new StepRange(100, 149), new StepRange(300, 339));
    }

    @Test
    void chart_hasEachStepIfTheyAreFew() {
        assertThat(run.chart().first()).hasSize(400).startsWith(0L, 1L);
        assertThat(run.chart().greatest()).isEqualTo(run.chart().mean());
    }

    @Test
    void growth_ofAnEvenRun_isNone() {
        assertThat(run.trend().growth()).isZero();
    }

    @Test
    void report_ofTheRun_warnsOfThePeriod() {
        assertThat(RunReport.of(ledger).findings()).singleElement().satisfies((Finding finding) -> {
            assertThat(finding.rule()).isEqualTo("periodic-slow-steps");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.sentence()).startsWith("every 20th step is slow, from step 39 on");
        });
    }
}
