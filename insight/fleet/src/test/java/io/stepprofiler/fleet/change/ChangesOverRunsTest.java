package io.stepprofiler.fleet.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ChangesOverRunsTest {
    private static final double SIGMA = 0.03;

    /** Figures around 100 that each resemble the one before by a correlation. */
    private static double[] noise(int runs, double correlation, long seed) {
        Random random = new Random(seed);
        double last = random.nextGaussian();
        double[] figures = new double[runs];
        for (int run = 0; run < runs; run++) {
            figures[run] = 100 * (1 + SIGMA * last);
            last = correlation * last + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return figures;
    }

    private static double[] shifted(double[] figures, int from, int to, double factor) {
        double[] shifted = figures.clone();
        for (int run = from; run < to; run++) {
            shifted[run] *= factor;
        }
        return shifted;
    }

    private static RunSeries series(String metric, double... figures) {
        return new RunSeries(metric, DoubleStream.of(figures).boxed().toList());
    }

    private static List<RunChange> changes(double... figures) {
        return ChangesOverRuns.of(List.of(series("cost", figures)), ChangesOverRuns.BAND)
                .get(0)
                .changes();
    }

    private static long alarms(int count, double correlation) {
        return IntStream.range(0, count)
                .filter(seed -> !ChangesOverRuns.of(List.of(series("s" + seed, noise(50, correlation, seed))), 0)
                        .get(0)
                        .changes()
                        .isEmpty())
                .count();
    }

    @Test
    void of_unchangedSeries_alarmsRarely() {
        assertThat(alarms(100, 0)).isLessThanOrEqualTo(5);
    }

    @Test
    void of_unchangedSeriesWithMemory_alarmsRarely() {
        assertThat(alarms(100, 0.5)).isLessThanOrEqualTo(8);
    }

    @RepeatedTest(10)
    void of_eightSlowerRuns_isSureAtTheFirstOfThem(RepetitionInfo repetition) {
        double[] figures = shifted(noise(50, 0, repetition.getCurrentRepetition()), 42, 50, 1.15);
        assertThat(changes(figures)).singleElement().satisfies(change -> {
            assertThat(change.run()).isBetween(41, 43);
            assertThat(change.after()).isGreaterThan(1.08 * change.before());
            assertThat(change.probability()).isLessThanOrEqualTo(0.01);
            assertThat(change.isSure()).isTrue();
        });
    }

    @Test
    void of_threeSlowerRuns_isSuspected() {
        double[] figures = shifted(noise(50, 0, 1), 47, 50, 1.3);
        assertThat(changes(figures)).singleElement().returns(false, RunChange::isSure);
    }

    @Test
    void of_shiftThatIsUndone_hasBothChanges() {
        double[] figures = shifted(noise(50, 0, 2), 20, 30, 1.2);
        assertThat(changes(figures)).extracting(RunChange::run).containsExactly(20, 30);
    }

    @Test
    void of_shiftBelowTheBand_isEmpty() {
        assertThat(changes(shifted(noise(60, 0, 3), 30, 60, 1.04))).isEmpty();
    }

    @Test
    void of_sameSeries_isTheSame() {
        double[] figures = shifted(noise(50, 0.5, 4), 30, 50, 1.1);
        assertThat(changes(figures)).isEqualTo(changes(figures));
    }

    @Test
    void of_fiveRuns_isTooFew() {
        SeriesChanges few =
                ChangesOverRuns.of(List.of(series("cost", 1, 1, 1, 9, 9)), 0).get(0);
        assertThat(few.isEnough()).isFalse();
        assertThat(few.changes()).isEmpty();
    }

    @Test
    void of_moreRunsThanTheSearchTakes_countsFromTheFirstRun() {
        List<Double> figures = new ArrayList<>(Collections.nCopies(10, 500.0));
        figures.addAll(Collections.nCopies(ChangesOverRuns.MOST_RUNS - 50, 100.0));
        figures.addAll(Collections.nCopies(50, 120.0));
        SeriesChanges found =
                ChangesOverRuns.of(List.of(new RunSeries("cost", figures)), 0).get(0);
        assertThat(found.runs()).isEqualTo(ChangesOverRuns.MOST_RUNS);
        assertThat(found.changes()).singleElement().returns(figures.size() - 50, RunChange::run);
    }

    @Test
    void of_manySeries_keepsTheClearChangeOfOne() {
        List<RunSeries> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(series("unchanged " + i, noise(40, 0, 100 + i)));
        }
        all.add(series("changed", shifted(noise(40, 0, 200), 20, 40, 1.2)));
        assertThat(ChangesOverRuns.of(all, ChangesOverRuns.BAND))
                .filteredOn(each -> !each.changes().isEmpty())
                .extracting(SeriesChanges::metric)
                .containsExactly("changed");
    }

    @Test
    void of_negativeBand_isRejected() {
        assertThatThrownBy(() -> ChangesOverRuns.of(List.of(), -0.1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("band is -0.1, must be 0 or more");
    }

    @Test
    void series_withAFigureThatIsNotFinite_isRejected() {
        assertThatThrownBy(() -> series("cost", 1, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a figure of cost is NaN, must be finite");
    }
}
