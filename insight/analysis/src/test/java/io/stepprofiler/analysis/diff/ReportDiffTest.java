package io.stepprofiler.analysis.diff;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.report.Run;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportDiffTest {
    private static ReportDiff diff(List<WindowReport> base, List<WindowReport> next) {
        return ReportDiff.of(base, next, DiffOptions.DEFAULT);
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({
        // One against one: within twice 15 %, or no more than suspected.
        "10, 12.5, CANNOT_TELL",
        "10, 13.5, SUSPECTED_SLOWER",
        "10, 7, SUSPECTED_FASTER",
        // Two against two agree, and are still too few.
        "10 10.01, 12 12.01, SUSPECTED_SLOWER",
        // Three against three.
        "10 10.1 10.2, 11.5 11.6 11.4, SLOWER",
        "10 10.1 10.2, 8.5 8.6 8.4, FASTER",
        "10 10.1 10.2, 10.05 10.15 10.25, SAME",
        // Beyond the noise of the ranks, within the threshold.
        "10 10.01 10.02, 10.3 10.31 10.32, SAME",
        // Beyond the threshold, within the noise.
        "10 12 14, 11 13 15, CANNOT_TELL",
        "10 12 14, 13 15 17, CANNOT_TELL",
        // Far apart, but one run is on the wrong side.
        "10 10 10, 12 12 9, CANNOT_TELL",
    })
    void verdict_ofStepTimes_isByRuns(String base, String next, Verdict expected) {
        ReportDiff diff = diff(new SimulatedRuns().runs(numbers(base)), new SimulatedRuns().runs(numbers(next)));
        assertThat(diff.verdict()).isEqualTo(expected);
    }

    @Test
    void verdict_ofManyStepsOfOneProcessEach_isNoMoreThanSuspected() {
        long[] base = new Random(1).longs(400, 9_000_000, 11_000_000).toArray();
        long[] next = new Random(2).longs(400, 13_000_000, 15_000_000).toArray();
        ReportDiff diff = diff(List.of(new SimulatedRuns().window(base)), List.of(new SimulatedRuns().window(next)));
        assertThat(diff.verdict()).isEqualTo(Verdict.SUSPECTED_SLOWER);
        assertThat(diff.metric(DiffMetric.COST).orElseThrow().runsNeeded()).isEqualTo(3);
    }

    @Test
    void verdict_withKnownNoise_canBeSameForOneRunASide() {
        Spread known = new Spread(0.01, 10, "earlier runs");
        DiffOptions options = DiffOptions.DEFAULT.withNoise(
                Stream.of(DiffMetric.values()).collect(toMap(each -> each, each -> known)));
        ReportDiff diff = ReportDiff.of(new SimulatedRuns().runs(10), new SimulatedRuns().runs(10.1), options);
        assertThat(diff.verdict()).isEqualTo(Verdict.SAME);
        assertThat(diff.metric(DiffMetric.COST).orElseThrow().change().noise().origin())
                .isEqualTo("earlier runs");
    }

    @Test
    void band_ofOneRunASide_isThatOfTheFigure() {
        ReportDiff diff = diff(new SimulatedRuns().runs(10), new SimulatedRuns().runs(10));
        assertThat(diff.metric(DiffMetric.COST).orElseThrow().change().band()).isCloseTo(0.3, within(1e-9));
        assertThat(diff.metric(DiffMetric.THROUGHPUT).orElseThrow().change().band())
                .isCloseTo(2, within(1e-9));
    }

    @Test
    void windowsOfOneProcess_onBothSides_areRemarkedOn() {
        SimulatedRuns process = new SimulatedRuns().pid(7);
        List<WindowReport> early = List.of(process.window(10, 10, 10, 10), process.window(11, 11, 11, 11));
        List<WindowReport> late = List.of(process.window(20, 20, 20, 20));
        List<WindowReport> another = List.of(new SimulatedRuns().pid(8).window(20, 20, 20, 20));

        assertThat(diff(early, late).remarks()).contains("The same run is on both sides");
        assertThat(diff(early, another).remarks()).doesNotContain("The same run is on both sides");
    }

    @Test
    void windowsOfOneProcess_areOneRun() {
        SimulatedRuns process = new SimulatedRuns().pid(7);
        List<WindowReport> windows = List.of(
                process.window(10_000_000, 10_000_000, 10_000_000),
                process.firstStep(10).window(20_000_000, 20_000_000, 20_000_000));
        List<ComparedRun> runs = ComparedRun.of(windows);
        assertThat(runs).hasSize(1);
        assertThat(new RunSteps(runs.get(0)).quantile(0.5)).isEqualTo(10_000_000);
        assertThat(new RunSteps(runs.get(0)).meanNanos()).isEqualTo(15_000_000);
    }

    @ParameterizedTest
    @CsvSource({"3, 1, 4", "3, 24, 7", "1, 5, 5", "5, 6, 0", "5, 7, 6", "6, 23, 0", "6, 24, 7", "8, 321, 0"})
    void runsNeeded_forSomeRows_areThoseWhoseRarestTimesPassForAllOfThem(int runs, int rows, int expected) {
        double[] millis = new double[runs];
        Arrays.fill(millis, 10);
        assertThat(diff(
                                new SimulatedRuns().runs(millis),
                                new SimulatedRuns().pid(1).runs(millis))
                        .runsNeeded(rows))
                .isEqualTo(expected);
    }

    @Test
    void ranksOfOneJob_ofAnUnknownNumberOfRanks_areOneRun() {
        WindowReport first = rank(0, new SimulatedRuns().pid(7).window(10, 10, 10));
        WindowReport second = rank(1, new SimulatedRuns().pid(8).window(10, 10, 10));
        WindowReport again = rank(1, new SimulatedRuns().pid(9).window(10, 10, 10));

        assertThat(ComparedRun.of(List.of(first, second))).hasSize(1);
        assertThat(ComparedRun.of(List.of(first, second, again))).hasSize(2);
    }

    /** A window of a minute, of a rank of nobody knows how many. */
    private static WindowReport rank(int rank, WindowReport window) {
        Run run = window.run();
        return window.withRun(new Run(
                run.source(), run.traceId(), run.host(), run.pid(), rank, 0, 1, 60_000_000_000L, false, run.facts()));
    }

    @ParameterizedTest
    @CsvSource({"0", "0.1", "0.25", "0.5", "0.9"})
    void quantile_ofAWindowThatListsSomeOfItsSteps_isThatOfAll(double part) {
        long[] nanos = new Random(5).longs(3000, 1_000_000, 9_000_000).toArray();
        WindowReport window = new SimulatedRuns().window(nanos);
        assertThat(window.steps().leftOut()).isPositive();
        RunSteps steps = new RunSteps(ComparedRun.of(List.of(window)).get(0));
        Arrays.sort(nanos);
        double expected = nanos[Math.max(0, (int) Math.ceil(part * nanos.length) - 1)];
        // Of the fastest one the next hundredth is taken.
        assertThat(steps.quantile(part)).isCloseTo(expected, within(part == 0 ? 100_000.0 : 0.5));
    }

    @Test
    void firstStepOfAProcess_isLeftOut() {
        WindowReport window = new SimulatedRuns().firstStep(0).window(900_000_000, 10_000_000, 10_000_002);
        RunSteps steps = new RunSteps(ComparedRun.of(List.of(window)).get(0));
        assertThat(steps.leftOut()).isEqualTo(1);
        assertThat(steps.meanNanos()).isEqualTo(10_000_001);
        assertThat(steps.partNanos().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isCloseTo(10_000_001, within(1e-6));
    }

    @Test
    void workload_ofAnotherBatchSize_isNotComparable() {
        ReportDiff diff = diff(
                new SimulatedRuns().batch(32).runs(10, 10, 10),
                new SimulatedRuns().batch(64).runs(20, 20, 20));
        assertThat(diff.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(diff.mismatches()).containsExactly(new Mismatch("batch size", "32", "64", true));
        assertThat(diff.reason()).contains("batch size is 32 and 64");
    }

    @Test
    void workload_thatChangesFromRunToRunOfASide_isToldOnly() {
        List<WindowReport> mixed = new ArrayList<>(new SimulatedRuns().batch(32).runs(10, 10));
        mixed.addAll(new SimulatedRuns().pid(50).batch(48).runs(10));
        ReportDiff diff = diff(mixed, new SimulatedRuns().pid(90).batch(64).runs(10, 10, 10));
        assertThat(diff.verdict()).isEqualTo(Verdict.SAME);
        assertThat(diff.mismatches()).containsExactly(new Mismatch("batch size", "32 | 48", "64", false));
    }

    @Test
    void workload_withoutACommonPhase_isNotComparable() {
        ReportDiff diff = diff(
                new SimulatedRuns().runs(10, 10, 10),
                new SimulatedRuns().forward("quite another phase").runs(20, 20, 20));
        assertThat(diff.verdict()).isNotEqualTo(Verdict.NOT_COMPARABLE);
        ReportDiff other = diff(
                new SimulatedRuns().runs(10),
                new SimulatedRuns().forward("x").backward("y").runs(10));
        assertThat(other.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
        assertThat(other.reason()).contains("phases of a step");
    }

    /** A window of steps without scopes, each with a sample of the only method. */
    private static WindowReport sampled(String method) {
        TraceBuilder builder = new TraceBuilder();
        int stack = builder.stackId(List.of(
                new StackTraceElement("demo.Mlp", method, null, 1),
                new StackTraceElement("demo.Train", "main", null, 1)));
        for (int i = 0; i < 30; i++) {
            builder.step(new StepMark(i, i * 10_000_000L, 10_000_000, 1, false));
            builder.stackSample(new StackSample(i * 10_000_000L, 1, SampleKind.JAVA, stack, 10_000_000));
        }
        return StepReport.of(builder.build()).windows().get(0);
    }

    @Test
    void workload_ofOtherSampledMethods_isComparable() {
        ReportDiff diff = diff(List.of(sampled("forward")), List.of(sampled("quickForward")));
        assertThat(diff.verdict()).isNotEqualTo(Verdict.NOT_COMPARABLE);
    }

    @Test
    void operations_whichHaveNoNoise_areToldFromOneRun() {
        ReportDiff diff = diff(
                new SimulatedRuns().calls(4).runs(10),
                new SimulatedRuns().calls(5).runs(10));
        MetricDiff operations = diff.metric(DiffMetric.OPERATIONS).orElseThrow();
        assertThat(operations.verdict()).isEqualTo(Verdict.CHANGED);
        assertThat(operations.base()).isEqualTo(5);
        assertThat(operations.next()).isEqualTo(6);
        assertThat(diff.metrics().get(0)).isEqualTo(operations);
        assertThat(diff.attribution().paths())
                .filteredOn(row -> row.path().equals(List.of("forward")))
                .singleElement()
                .satisfies(row -> assertThat(row.isSure()).isTrue());
    }

    @Test
    void attribution_ofAPhaseThatIsNewAndOneThatIsGone_keepsBoth() {
        ReportDiff diff = diff(
                new SimulatedRuns().forward("old").runs(10),
                new SimulatedRuns().forward("new").runs(12));
        assertThat(diff.attribution().parts())
                .extracting(row -> row.path().get(0), DifferenceRow::presence)
                .contains(
                        tuple("old", DifferenceRow.Presence.GONE),
                        tuple("new", DifferenceRow.Presence.NEW),
                        tuple("backward", DifferenceRow.Presence.BOTH));
    }

    @Test
    void sides_withoutAStep_areRefusedNamingTheSide() {
        List<WindowReport> some = new SimulatedRuns().runs(10);
        assertThatThrownBy(() -> diff(List.of(), some))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("base");
        assertThatThrownBy(() -> diff(some, List.of(new SimulatedRuns().window())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("new side");
    }

    @ParameterizedTest
    @CsvSource({"0", "-0.1", "NaN", "11"})
    void options_withAThresholdThatIsNone_areRefused(double threshold) {
        assertThatThrownBy(() -> DiffOptions.DEFAULT.withThreshold(threshold))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("threshold");
    }
}
