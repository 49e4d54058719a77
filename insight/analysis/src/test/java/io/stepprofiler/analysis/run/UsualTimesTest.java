package io.stepprofiler.analysis.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slow steps, growth and start of runs whose steps are made up. */
class UsualTimesTest {
    private static final long MILLI = 1_000_000;

    private static StepLedger ledger(long... durations) {
        LedgerBuilder builder = new LedgerBuilder(new LedgerRun(
                "id",
                "",
                "",
                "",
                new ProcessInfo(1, "host"),
                new ClockAnchor(0, 0),
                LedgerRun.Machine.UNKNOWN,
                OptionalInt.empty(),
                0,
                JobPlace.UNKNOWN));
        long start = 0;
        for (int i = 0; i < durations.length; i++) {
            builder.step(i, start, durations[i]);
            start += durations[i];
        }
        return builder.build();
    }

    /** Durations by a trend, with noise of up to 5 %, and 1 in 40 steps at random twice as long. */
    private static long[] durations(int steps, IntToDoubleFunction trend, boolean[] isSlow) {
        SplittableRandom random = new SplittableRandom(steps);
        return IntStream.range(0, steps)
                .mapToLong(i -> {
                    isSlow[i] = random.nextInt(40) == 0;
                    return (long)
                            (trend.applyAsDouble(i) * MILLI * (0.95 + 0.1 * random.nextDouble()) * (isSlow[i] ? 2 : 1));
                })
                .toArray();
    }

    private static IntToDoubleFunction trend(String name, int steps) {
        return switch (name) {
            case "none" -> i -> 10;
            case "line" -> i -> 10 + 20.0 * i / steps;
            case "curve" -> i -> 10 * Math.exp(1.5 * i / steps);
            case "falls" -> i -> 20 - 10.0 * i / steps;
            default -> throw new IllegalArgumentException(name);
        };
    }

    @ParameterizedTest
    @CsvSource({"none, 400", "line, 400", "curve, 400", "line, 3000", "curve, 3000", "falls, 3000", "none, 100000"})
    void slowSteps_ofARunWithATrend_areThePlantedOnesOnly(String name, int steps) {
        boolean[] isSlow = new boolean[steps];
        long[] durations = durations(steps, trend(name, steps), isSlow);
        LedgerSteps run = LedgerSteps.of(ledger(durations), List.of());
        int warm = (int) run.warmUp().warmUpSteps();
        long planted = IntStream.range(warm, steps).filter(i -> isSlow[i]).count();
        assertThat(run.slow().slowSteps()).isEqualTo(planted);
        // The oracle knows the duration without the planted excess.
        double excess = IntStream.range(warm, steps)
                .filter(i -> isSlow[i])
                .mapToDouble(i -> durations[i] / 2.0)
                .sum();
        double all = Arrays.stream(durations, warm, steps).sum();
        assertThat(run.slow().slowShare()).isBetween(0.9 * excess / all, 1.1 * excess / all);
    }

    @Test
    void usual_ofRandomTimes_isNearTheMedianOfTheNeighbours() {
        Random random = new Random(7);
        long[] means = IntStream.range(0, 1000)
                .mapToLong(i -> (long) ((1000 + 3 * i) * (0.9 + 0.2 * random.nextDouble())))
                .toArray();
        double[] usual = UsualTimes.of(means, 100, 1000);
        for (int row = 100; row < 1000; row++) {
            int from = Math.max(100, row - 22);
            int to = Math.min(1000, row + 23);
            double[] neighbours =
                    Arrays.stream(means, from, to).sorted().asDoubleStream().toArray();
            assertThat(usual[row - 100] / neighbours[neighbours.length / 2]).isBetween(0.9, 1.1);
        }
        assertThat(UsualTimes.of(means, 0, 0)).isEmpty();
        assertThat(UsualTimes.of(means, 3, 4)).containsExactly((double) means[3]);
    }

    @Test
    void runThatGetsSlower_hasNoIrregularSlowStepsAndItsCourseAsEvidence() {
        boolean[] none = new boolean[1000];
        long[] durations = durations(1000, i -> i == 0 ? 500 : 10 + 20.0 * i / 1000, none);
        for (int i = 0; i < durations.length; i++) {
            durations[i] /= none[i] ? 2 : 1;
        }
        assertThat(RunReport.of(ledger(durations), List.of()).findings())
                .singleElement()
                .satisfies((Finding finding) -> {
                    assertThat(finding.rule()).isEqualTo("run-gets-slower");
                    assertThat(finding.proofs())
                            .singleElement()
                            .satisfies(
                                    proof -> assertThat(proof.text())
                                            .matches(
                                                    "median step: 1[01].. ms in steps 0 to 99, .* 2[89].. ms in steps 900 to 999"));
                });
    }

    /** Steps of 2 ms after a number of steps of another duration. */
    private static long[] startingWith(int slow, long millis, int steps) {
        return IntStream.range(0, steps)
                .mapToLong(i -> (i < slow ? millis : 2) * MILLI + i % 7 * 10_000L)
                .toArray();
    }

    @Test
    void start_thatCostsMuchOfTheRun_isAWarning() {
        LedgerSteps run = LedgerSteps.of(ledger(startingWith(94, 270, 10_000)), List.of());
        assertThat(run.warmUp().warmUpSteps()).isEqualTo(94);
        assertThat(run.warmUp().warmUpNanos()).isBetween(94 * 270 * MILLI, 94 * 271 * MILLI);
        assertThat(RunReport.of(ledger(startingWith(94, 270, 10_000)), List.of())
                        .findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.rule()).isEqualTo("slow-start");
                    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
                    assertThat(finding.sentence())
                            .startsWith("the first 94 of 10000 steps take 25.4 s of 45.5 s: a slow start costs 55.");
                });
    }

    @ParameterizedTest
    @CsvSource({
        // Some seconds of compilation.
        "40, 100, 2000",
        // One slow step.
        "1, 3000, 10000",
        // A start that is no slower than later steps.
        "60, 2, 10000",
        // Half of the run: another machine load, or other data.
        "900, 20, 2000",
    })
    void start_thatIsShort_isNoFinding(int slow, long millis, int steps) {
        assertThat(RunReport.of(ledger(startingWith(slow, millis, steps)), List.of())
                        .findings())
                .noneMatch(finding -> finding.rule().equals("slow-start"));
    }

    @Test
    void start_ofStepsThatVary_isNoWarmUp() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            long[] durations = IntStream.range(0, 2000)
                    .mapToLong(i -> (long) (10 * MILLI * Math.exp(0.6 * random.nextGaussian())))
                    .toArray();
            assertThat(CostlyStart.rows(durations, row -> 1))
                    .as("seed %s", seed)
                    .isLessThan(20);
        }
    }
}
