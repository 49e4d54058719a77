package io.stepprofiler.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Error rates of all deciding times together, on runs whose true difference is known. */
class FalseAlarmTest {
    private static final List<DiffMetric> TIMES = DiffOptions.DEFAULT.gates().stream()
            .filter(each -> each.kind() == DiffMetric.Kind.TIME)
            .toList();

    /** Five in a hundred of the comparisons, and three standard deviations. */
    private static int most(int comparisons) {
        return (int) Math.ceil(0.05 * comparisons + 3 * Math.sqrt(0.05 * 0.95 * comparisons));
    }

    /**
     * The deciding times of some runs: all have a part of the noise in common, and means of steps have rare large
     * disturbances besides.
     */
    private static List<Sides> runs(Random random, int runs, double spread, double common, DoubleUnaryOperator effect) {
        List<double[]> logs = new ArrayList<>();
        TIMES.forEach(any -> logs.add(new double[2 * runs]));
        for (int run = 0; run < 2 * runs; run++) {
            double shared = random.nextGaussian();
            double disturbance = random.nextInt(4) == 0 ? 4 * spread * random.nextDouble() : 0;
            for (int i = 0; i < TIMES.size(); i++) {
                boolean isMean = TIMES.get(i) == DiffMetric.MEAN || TIMES.get(i) == DiffMetric.THROUGHPUT;
                double log = spread * (common * shared + (1 - common) * random.nextGaussian())
                        + (isMean ? disturbance : 0)
                        + (run < runs ? 0 : effect.applyAsDouble(i));
                logs.get(i)[run] = TIMES.get(i) == DiffMetric.THROUGHPUT ? -log : log;
            }
        }
        List<Sides> sides = new ArrayList<>();
        for (int i = 0; i < TIMES.size(); i++) {
            double[] base = new double[runs];
            double[] next = new double[runs];
            for (int run = 0; run < runs; run++) {
                base[run] = 1e7 * Math.exp(logs.get(i)[run]);
                next[run] = 1e7 * Math.exp(logs.get(i)[runs + run]);
            }
            sides.add(new Sides(TIMES.get(i), base, next, 0));
        }
        return sides;
    }

    private static Set<Verdict> verdicts(List<Sides> sides) {
        Set<Verdict> verdicts = new TreeSet<>();
        new MetricComparison(DiffOptions.DEFAULT, true).compare(sides).forEach(each -> verdicts.add(each.verdict()));
        return verdicts;
    }

    @ParameterizedTest
    @CsvSource({"3, 0.02, 0", "3, 0.1, 0", "3, 0.4, 0.7", "4, 0.1, 0", "4, 0.4, 0.7", "5, 0.4, 0.9"})
    void falseAlarms_ofAllDecidingTimes_areRarerThanFiveInAHundred(int runs, double spread, double common) {
        Random random = new Random(44);
        int slower = 0;
        int faster = 0;
        for (int i = 0; i < 600; i++) {
            Set<Verdict> verdicts = verdicts(runs(random, runs, spread, common, any -> 0));
            slower += verdicts.contains(Verdict.SLOWER) ? 1 : 0;
            faster += verdicts.contains(Verdict.FASTER) ? 1 : 0;
        }
        assertThat(slower).isLessThanOrEqualTo(most(600));
        assertThat(faster).isLessThanOrEqualTo(most(600));
    }

    @ParameterizedTest
    @CsvSource({"3, 0.02, 0.1", "4, 0.02, 0.1", "5, 0.05, 0.2"})
    void power_ofADifferenceOfAllTimes_isAlmostOne(int runs, double spread, double effect) {
        Random random = new Random(43);
        int found = 0;
        for (int i = 0; i < 100; i++) {
            found += verdicts(runs(random, runs, spread, 0.7, any -> Math.log1p(effect)))
                            .contains(Verdict.SLOWER)
                    ? 1
                    : 0;
        }
        assertThat(found).isGreaterThan(93);
    }

    @ParameterizedTest
    @CsvSource({"3, 0.02", "4, 0.05", "5, 0.1"})
    void power_ofADifferenceOfMeansOnly_isAlmostOne(int runs, double spread) {
        Random random = new Random(45);
        int found = 0;
        for (int i = 0; i < 100; i++) {
            DoubleUnaryOperator effect =
                    time -> TIMES.get((int) time) == DiffMetric.MEAN || TIMES.get((int) time) == DiffMetric.THROUGHPUT
                            ? Math.log(2)
                            : 0;
            found += verdicts(runs(random, runs, spread, 0.7, effect)).contains(Verdict.SLOWER) ? 1 : 0;
        }
        assertThat(found).isGreaterThan(93);
    }

    @Test
    void probability_ofManyRuns_isOfASampleOfTheDivisions() {
        List<Sides> sides = runs(new Random(46), 12, 0.02, 0, any -> Math.log(2));
        assertThat(new MetricComparison(DiffOptions.DEFAULT, true).compare(sides))
                .allSatisfy(each -> {
                    assertThat(each.verdict()).isEqualTo(Verdict.SLOWER);
                    assertThat(each.change().probability()).isBetween(1e-5, 1e-3);
                });
    }
}
