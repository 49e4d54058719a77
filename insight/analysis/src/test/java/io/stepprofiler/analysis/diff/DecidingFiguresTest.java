package io.stepprofiler.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.report.WindowReport;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Verdicts on runs of which only some figures differ. */
class DecidingFiguresTest {
    private static final double[] BASE = {10, 10.1, 10.2, 10.3};
    private static final double[] AGAIN = {10.05, 10.15, 10.25, 10.12};

    private static List<WindowReport> runs(UnaryOperator<SimulatedRuns> kind, long pid, double... millis) {
        return kind.apply(new SimulatedRuns().pid(pid)).runs(millis);
    }

    private static ReportDiff diff(UnaryOperator<SimulatedRuns> base, UnaryOperator<SimulatedRuns> next) {
        return ReportDiff.of(runs(base, 1, BASE), runs(next, 100, AGAIN), DiffOptions.DEFAULT);
    }

    private static Arguments kind(
            String name,
            UnaryOperator<SimulatedRuns> base,
            UnaryOperator<SimulatedRuns> next,
            Verdict verdict,
            DiffMetric... decides) {
        return Arguments.of(name, base, next, verdict, Set.of(decides));
    }

    static Stream<Arguments> kinds() {
        UnaryOperator<SimulatedRuns> plain = runs -> runs;
        return Stream.of(
                kind("nothing differs", plain, plain, Verdict.SAME),
                kind(
                        "every fifth step sleeps",
                        plain,
                        runs -> runs.sleep(5, 20),
                        Verdict.SLOWER,
                        DiffMetric.MEAN,
                        DiffMetric.THROUGHPUT),
                kind(
                        "every fifth step sleeps, of known processor time",
                        runs -> runs.cpu(9).sleep(5, 1),
                        runs -> runs.cpu(9).sleep(5, 20),
                        Verdict.SLOWER,
                        DiffMetric.MEAN,
                        DiffMetric.ACTIVE,
                        DiffMetric.THROUGHPUT),
                kind("one step of twenty sleeps a little", plain, runs -> runs.sleep(20, 5), Verdict.SAME),
                kind(
                        "gaps of 2 and of 6 ms",
                        runs -> runs.gap(2),
                        runs -> runs.gap(6),
                        Verdict.SLOWER,
                        DiffMetric.PERIOD,
                        DiffMetric.THROUGHPUT),
                kind("gaps of 2 and of 2.2 ms", runs -> runs.gap(2), runs -> runs.gap(2.2), Verdict.SAME),
                kind(
                        "kernels of 0.8 and of 2.9 ms",
                        runs -> runs.kernel(0.8),
                        runs -> runs.kernel(2.9),
                        Verdict.SLOWER,
                        DiffMetric.DEVICE_WORK),
                kind(
                        "kernels that end in the gap",
                        runs -> runs.gap(9).kernel(11),
                        runs -> runs.gap(9).kernel(18),
                        Verdict.SLOWER,
                        DiffMetric.DEVICE_WORK),
                kind("kernels of 2.9 ms", runs -> runs.kernel(2.9), runs -> runs.kernel(2.9), Verdict.SAME),
                kind("more processor time", runs -> runs.cpu(5), runs -> runs.cpu(8), Verdict.SLOWER, DiffMetric.CPU),
                kind(
                        "shorter gaps",
                        runs -> runs.gap(6),
                        runs -> runs.gap(2),
                        Verdict.FASTER,
                        DiffMetric.PERIOD,
                        DiffMetric.THROUGHPUT),
                kind(
                        "shorter gaps, and steps that sleep",
                        runs -> runs.gap(6),
                        runs -> runs.gap(2).sleep(5, 100),
                        Verdict.SLOWER,
                        DiffMetric.MEAN,
                        DiffMetric.THROUGHPUT));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void verdict_ofFourRunsASide_isByEachFigure(
            String name,
            UnaryOperator<SimulatedRuns> base,
            UnaryOperator<SimulatedRuns> next,
            Verdict verdict,
            Set<DiffMetric> decides) {
        ReportDiff diff = diff(base, next);

        assertThat(diff.verdict()).as(diff.reason()).isEqualTo(verdict);
        assertThat(diff.metrics())
                .filteredOn(each -> verdict != Verdict.SAME && each.isGate() && each.verdict() == verdict)
                .extracting(MetricDiff::metric)
                .containsExactlyInAnyOrderElementsOf(decides);
        assertThat(verdict == Verdict.SAME || decides.contains(diff.decidedBy()))
                .isTrue();
    }

    @Test
    void verdict_ofThreeRunsASide_needsNoAgreementOfTheFigures() {
        List<WindowReport> base = runs(runs -> runs, 1, 10, 10.1, 10.2);
        List<WindowReport> next = runs(runs -> runs.sleep(5, 20), 100, 10.05, 10.15, 10.25);
        assertThat(ReportDiff.of(base, next, DiffOptions.DEFAULT).verdict()).isEqualTo(Verdict.SLOWER);
    }

    /** Measured on two processors at a load of 10 to 15; every fifth step of the new side slept 20 ms. */
    @Test
    void verdict_ofMeasuredRunsOfABusyMachine_isSlowerByThroughput() {
        List<MetricDiff> diffs = new MetricComparison(DiffOptions.DEFAULT, true)
                .compare(List.of(
                        sides(DiffMetric.COST, "3.82 2.78 2.57 2.57", "2.90 2.75 2.83 2.93"),
                        sides(DiffMetric.CPU, "4.61 2.85 2.72 2.75", "3.71 2.99 3.31 3.14"),
                        sides(DiffMetric.THROUGHPUT, "103 331 240 210", "85.8 117 100 86.9")));
        assertThat(diffs)
                .extracting(MetricDiff::verdict)
                .containsExactly(Verdict.CANNOT_TELL, Verdict.CANNOT_TELL, Verdict.SLOWER);
    }

    private static Sides sides(DiffMetric metric, String base, String next) {
        return new Sides(metric, numbers(base), numbers(next), 0);
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void worseFigure_thatDoesNotDecide_isSaidBesideTheReason() {
        DiffOptions options = DiffOptions.DEFAULT.withGates(EnumSet.of(DiffMetric.COST));
        ReportDiff diff =
                ReportDiff.of(runs(runs -> runs, 1, BASE), runs(runs -> runs.sleep(5, 20), 100, AGAIN), options);

        assertThat(diff.verdict()).isEqualTo(Verdict.SAME);
        assertThat(diff.worse())
                .isEqualTo("Worse, but not deciding: mean step +39.3 %; steps a second, with pauses -28.2 %;"
                        + " slow step (P90) +197.0 %");
        assertThat(diff(runs -> runs, runs -> runs).worse()).isEmpty();
    }

    @Test
    void worseFigure_thatDecidesBesideAnother_isSaidToo() {
        ReportDiff diff = diff(runs -> runs.gap(2), runs -> runs.gap(6));
        assertThat(diff.decidedBy()).isEqualTo(DiffMetric.PERIOD);
        assertThat(diff.worse()).isEqualTo("Also worse: steps a second, with pauses -23.9 %");
    }

    @ParameterizedTest
    @CsvSource({
        // Throughput that the noise hides does not make a better step doubtful, unless it seems worse.
        "0 2 4 0, 1 0 5 2, FASTER",
        "0 2 1 0, 9 2 0 9, CANNOT_TELL",
        "0 0.1 0.1 0, 40 40.1 40.2 40.3, SLOWER",
    })
    void verdict_ofFasterStepsAndOtherGaps_isFasterOnlyIfNoFigureSeemsWorse(
            String ofBase, String ofNext, Verdict expected) {
        DiffOptions options = DiffOptions.DEFAULT.withGates(EnumSet.of(DiffMetric.COST, DiffMetric.THROUGHPUT));
        ReportDiff diff = ReportDiff.of(withGaps(1, 10, ofBase), withGaps(100, 8, ofNext), options);
        assertThat(diff.verdict()).as(diff.reason()).isEqualTo(expected);
    }

    private static List<WindowReport> withGaps(long firstPid, double millis, String gaps) {
        String[] each = gaps.split(" ", -1);
        return Stream.iterate(0, i -> i < each.length, i -> i + 1)
                .map(i -> runs(runs -> runs.gap(Double.parseDouble(each[i])), firstPid + i, millis + 0.01 * i)
                        .get(0))
                .toList();
    }

    @Test
    void firstStepOfAProcess_isInNoTime() {
        long[] nanos = new long[20];
        Arrays.fill(nanos, 10_000_000);
        nanos[0] = 900_000_000;
        WindowReport window = new SimulatedRuns().cpu(9).firstStep(0).window(nanos);
        WindowReport later = new SimulatedRuns().pid(2).cpu(9).window(Arrays.copyOfRange(nanos, 1, 20));
        DiffOptions options = DiffOptions.DEFAULT.withThreshold(0.001);
        assertThat(ReportDiff.of(List.of(later), List.of(window), options).metrics())
                .filteredOn(each -> each.isGate() && each.metric().kind() == DiffMetric.Kind.TIME)
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.change().ratio()).isCloseTo(1, within(1e-9)));
    }
}
