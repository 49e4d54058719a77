package io.stepprofiler.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.run.LedgerSteps.Growth;
import io.stepprofiler.analysis.run.LedgerSteps.StepRange;
import io.stepprofiler.analysis.run.LedgerSteps.WarmUp;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.StepFlag;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        run = LedgerSteps.of(ledger, List.of(new StepRange(300, 339)));
    }

    @Test
    void times_areOfAllSteps() {
        assertThat(run.steps()).isEqualTo(400);
        assertThat(run.nanos())
                .isEqualTo(
                        IntStream.range(0, 400).mapToLong(ledger::durationNanos).sum());
        assertThat(run.shares().profilerShare()).isZero();
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
        assertThat(run.warmUp().warmUpFactor()).isBetween(2.0, 5.0);
    }

    /** On a machine whose load comes and goes, the very first steps may be the fastest. */
    @Test
    void warmUp_whoseFirstStepsAreFast_isComparedByAllOfItsSteps() {
        long[] durations = LongStream.range(0, 400)
                .map(i -> i < 6 ? 8_000_000 : i < 150 ? 20_000_000 : 10_000_000)
                .toArray();
        WarmUp warmUp = steps(ledger(durations, step -> 0)).warmUp();
        assertThat(warmUp.warmUpSteps()).isEqualTo(150);
        assertThat(warmUp.warmUpFactor()).isEqualTo(2);
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
    void windows_areThoseOfTheReport_notAllRecordedSteps() {
        assertThat(ledger.is(StepFlag.RECORDED, 100)).isTrue();
        assertThat(run.windows()).containsExactly(new StepRange(300, 339));
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
    void growth_ofARunWhoseLastStepsAreNotSlowerThanTheFirst_isNone() {
        long[] durations = LongStream.range(0, 400)
                .map(i -> i < 40 && i % 5 < 3 ? 13_200_000 : 5_000_000 + 15_000 * i)
                .toArray();
        assertThat(steps(ledger(durations, step -> 0)).trend()).isEqualTo(new Growth(0, List.of()));
        Arrays.setAll(durations, i -> 5_000_000 + 15_000 * i);
        assertThat(steps(ledger(durations, step -> 0)).trend().growth()).isGreaterThan(1);
    }

    @Test
    void report_ofTheRun_warnsOfThePeriod() {
        assertThat(RunReport.of(ledger, List.of()).findings()).singleElement().satisfies((Finding finding) -> {
            assertThat(finding.rule()).isEqualTo("periodic-slow-steps");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.sentence()).startsWith("every 20th step is slow, from step 39 on");
        });
    }

    /** Adds steps of these durations to a ledger, each after time that is in none of them. */
    private static StepLedger ledger(long[] durations, LongUnaryOperator before) {
        LedgerBuilder builder = new LedgerBuilder(ledger.run());
        long now = 5_000;
        for (int i = 0; i < durations.length; i++) {
            now += before.applyAsLong(i);
            builder.step(i, now, durations[i]);
            builder.set(StepValue.CPU_NANOS, durations[i] * 9 / 10);
            now += durations[i];
        }
        return builder.build();
    }

    private static LedgerSteps steps(StepLedger ledger) {
        return LedgerSteps.of(ledger, List.of());
    }

    private static List<Finding> findings(StepLedger ledger) {
        return RunReport.of(ledger, List.of()).findings();
    }

    private static LedgerSteps withoutProfilerShare(LedgerSteps steps) {
        return new LedgerSteps(
                steps.steps(),
                steps.nanos(),
                steps.stepTime(),
                steps.p99Nanos(),
                steps.warmUp(),
                steps.trend(),
                steps.slow(),
                new LedgerSteps.Shares(
                        steps.shares().processorShare(),
                        steps.shares().pauseShare(),
                        steps.shares().inputShare(),
                        0),
                steps.chart(),
                steps.windows(),
                steps.lostSteps(),
                steps.isEnded());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void figures_ofARunWithPausesOfTheProfiler_areThoseWithout(long seed) {
        Random random = new Random(seed);
        long[] durations = random.longs(50 + random.nextInt(500), 1_000_000, 1_200_000)
                .map(nanos -> random.nextInt(30) == 0 ? 5 * nanos : nanos)
                .toArray();
        long[] pauses = random.longs(durations.length, 20_000, 4_000_000_000L)
                .map(nanos -> random.nextInt(20) == 0 ? nanos : 0)
                .toArray();
        StepLedger without = ledger(durations, step -> 0);

        StepLedger with = ledger(durations, step -> pauses[(int) step]);

        assertThat(withoutProfilerShare(steps(with))).isEqualTo(steps(without));
        assertThat(findings(with)).isEqualTo(findings(without));
        assertThat(steps(with).shares().profilerShare())
                .isCloseTo(
                        Arrays.stream(pauses).skip(1).sum()
                                / (double) Arrays.stream(durations).sum(),
                        within(1e-9));
    }

    @Test
    void slowSteps_thatAreLongByTheProfiler_areNone_andByTheProgramAreSome() {
        long[] even = new long[200];
        Arrays.fill(even, 10_000_000);
        long[] slow = even.clone();
        slow[50] = 3_200_000_000L;

        assertThat(findings(ledger(even, step -> step == 50 ? 3_190_000_000L : 0)))
                .isEmpty();
        assertThat(findings(ledger(slow, step -> 0)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.rule()).isEqualTo("irregular-slow-steps"));
    }

    @Test
    void time_ofStepsThatTheLedgerLacks_isNotOfTheProfiler() {
        LedgerBuilder builder = new LedgerBuilder(ledger.run());
        builder.step(0, 0, 100);
        builder.step(1, 130, 100);
        builder.pooled(4);
        builder.step(5, 250, 100);
        builder.step(7, 500, 100);

        assertThat(LedgerSteps.of(builder.build(), List.of()).shares().profilerShare())
                .isCloseTo(50 / 400.0, within(1e-9));
    }
}
