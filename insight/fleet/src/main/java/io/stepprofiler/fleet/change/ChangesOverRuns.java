package io.stepprofiler.fleet.change;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.statistics.BenjaminiHochberg;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Search for the runs from which on the figures of a job differ. A change must be significant among all figures, with a
 * false discovery rate of 5 %, and at least as large as a band. Takes time proportional to the square of the runs.
 */
public final class ChangesOverRuns {
    /** Maximum number of runs of a search; older runs are left out. */
    public static final int MOST_RUNS = 500;

    /** A band for figures without one of their own. */
    public static final double BAND = 0.05;

    private static final double RATE = 0.05;
    private static final int LEAST_FURTHER = 2;

    private final RunSeries series;
    private final double band;
    private final double[] values;
    private final int leftOut;
    private final ChangeSearch search;
    private final List<ChangeSearch.TestedSplit> splits;

    private ChangesOverRuns(RunSeries series, double band) {
        this.series = series;
        this.band = band;
        leftOut = Math.max(0, series.figures().size() - MOST_RUNS);
        values = series.figures().stream()
                .skip(leftOut)
                .mapToDouble(Double::doubleValue)
                .toArray();
        search = new ChangeSearch(values, series.metric().hashCode());
        splits = search.splits();
    }

    /**
     * {@return the changes of each series, in the given order}
     *
     * @param series the series, each with a name of its own
     * @param band the least change that counts, as a part of the figure before it, 0 or more
     * @throws IllegalArgumentException if the band is negative
     */
    public static List<SeriesChanges> of(List<RunSeries> series, double band) {
        if (!(band >= 0)) {
            throw new IllegalArgumentException("band is " + band + ", must be 0 or more");
        }
        List<ChangesOverRuns> searched =
                series.stream().map(each -> new ChangesOverRuns(each, band)).toList();
        double bound = BenjaminiHochberg.bound(
                searched.stream()
                        .filter(each -> each.search.isEnough())
                        .mapToDouble(ChangesOverRuns::probability)
                        .toArray(),
                RATE);
        return searched.stream()
                .map(each -> new SeriesChanges(
                        each.series.metric(), each.values.length, each.search.isEnough(), each.changes(bound)))
                .toList();
    }

    private double probability() {
        return splits.stream()
                .mapToDouble(ChangeSearch.TestedSplit::probability)
                .min()
                .orElseGet(search::probability);
    }

    private List<RunChange> changes(double bound) {
        List<RunChange> changes = new ArrayList<>();
        for (int i = 0; i < splits.size(); i++) {
            int from = i == 0 ? 0 : splits.get(i - 1).at();
            int at = splits.get(i).at();
            int to = i == splits.size() - 1 ? values.length : splits.get(i + 1).at();
            double probability = splits.get(i).probability();
            double before = median(from, at);
            double after = median(at, to);
            if (probability <= bound && isBeyondBand(before, after, after)) {
                int further = at + EnergySplit.LEAST;
                boolean isSure = to - further >= LEAST_FURTHER && isBeyondBand(before, after, median(further, to));
                changes.add(new RunChange(leftOut + at, before, after, probability, isSure));
            }
        }
        return changes;
    }

    /** Returns true if a figure differs from the one before by the band at least, in the direction of the change. */
    private boolean isBeyondBand(double before, double after, double figure) {
        double difference = (figure - before) * Math.signum(after - before);
        return difference > 0 && difference >= band * Math.abs(before);
    }

    private double median(int from, int to) {
        return Quantiles.midpoint(Arrays.copyOfRange(values, from, to));
    }
}
