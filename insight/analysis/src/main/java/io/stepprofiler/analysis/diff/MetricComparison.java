package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.Polarity;
import io.stepprofiler.analysis.statistics.Permutation;
import io.stepprofiler.analysis.statistics.StudentT;
import java.util.Arrays;
import java.util.List;

/** Significance test of one figure, given its value in each run of both sides. */
final class MetricComparison {
    // D21: runs are compared, since steps of one run depend on each other.

    /** Significance level: probability of calling chance a difference. */
    static final double ALPHA = 0.05;

    private static final int MOST_RUNS = 1000;

    private final DiffOptions options;
    private final boolean isComparable;

    /** Creates a test; without comparable sides, its verdict is always {@link Verdict#NOT_COMPARABLE}. */
    MetricComparison(DiffOptions options, boolean isComparable) {
        this.options = options;
        this.isComparable = isComparable;
    }

    MetricDiff compare(DiffMetric metric, double[] base, double[] next, double quantum) {
        MetricDiff diff = metric.kind() == DiffMetric.Kind.COUNTER || !arePositive(base, next)
                ? counter(metric, base, next, quantum)
                : time(metric, base, next);
        return isComparable ? diff : diff.with(Verdict.NOT_COMPARABLE, 0);
    }

    /**
     * Returns the figures, so that chance seldom makes any of the deciding ones differ: they differ if all do, or if one
     * does at the significance level divided by their number.
     *
     * @see <a href="https://doi.org/10.1093/biomet/75.4.800">Hochberg, A sharper Bonferroni procedure for multiple tests
     *     of significance, 1988</a>
     */
    List<MetricDiff> together(List<MetricDiff> metrics) {
        List<MetricDiff> tested = metrics.stream()
                .filter(each -> each.isGate() && each.change().probability() >= 0)
                .toList();
        boolean agree = tested.stream().map(MetricDiff::verdict).distinct().count() <= 1;
        double level = ALPHA / Math.max(1, tested.size()) + 1e-12;
        return agree
                ? metrics
                : metrics.stream()
                        .map(each ->
                                tested.contains(each) && each.change().probability() > level ? undecided(each) : each)
                        .toList();
    }

    private static MetricDiff undecided(MetricDiff diff) {
        boolean isDecided = diff.verdict() == Verdict.SLOWER || diff.verdict() == Verdict.FASTER;
        int runs = Math.max(diff.baseRuns().size(), diff.newRuns().size());
        return isDecided ? diff.with(Verdict.CANNOT_TELL, 1 + runs) : diff;
    }

    private static boolean arePositive(double[] base, double[] next) {
        return Arrays.stream(base).allMatch(each -> each > 0)
                && Arrays.stream(next).allMatch(each -> each > 0);
    }

    /** Compares counters: if runs of one side differ, all of them must be beyond all runs of the other side. */
    private MetricDiff counter(DiffMetric metric, double[] base, double[] next, double quantum) {
        double low = Arrays.stream(base).min().orElse(0);
        double high = Arrays.stream(base).max().orElse(0);
        double lowNext = Arrays.stream(next).min().orElse(0);
        double highNext = Arrays.stream(next).max().orElse(0);
        boolean isHigher = lowNext > high + Math.max(quantum, metric.tolerance() * high);
        boolean isLower = highNext < low - Math.max(quantum, metric.tolerance() * low);
        Verdict verdict = Verdict.SAME;
        if (metric.kind() == DiffMetric.Kind.SHOWN) {
            verdict = Verdict.SHOWN;
        } else if (isHigher || isLower) {
            verdict = metric.polarity() == Polarity.NEUTRAL
                    ? Verdict.CHANGED
                    : isHigher == (metric.polarity() == Polarity.LOWER_IS_BETTER) ? Verdict.SLOWER : Verdict.FASTER;
        }
        double mean = Arrays.stream(base).average().orElse(0);
        double meanNext = Arrays.stream(next).average().orElse(0);
        double ratio = mean == 0 ? (meanNext == 0 ? 1 : -1) : meanNext / mean;
        boolean agree = low == high && lowNext == highNext;
        Spread exact =
                new Spread(0, 0, agree ? "a counter: the same in each run" : "a counter, not the same in each run");
        return new MetricDiff(
                metric,
                options.gates().contains(metric),
                list(base),
                list(next),
                mean,
                meanNext,
                new MetricDiff.Change(ratio, new Interval(ratio, ratio), -1, metric.tolerance(), exact),
                0,
                verdict);
    }

    private MetricDiff time(DiffMetric metric, double[] base, double[] next) {
        Spread spread = spread(metric, base, next);
        double floor = Math.log1p(options.threshold());
        double band = Math.max(floor, spread.band(base.length, next.length));
        double difference = Spread.meanLog(next) - Spread.meanLog(base);
        Interval interval = Interval.of(base, next, spread);
        boolean isHigher = difference > 0;
        double probability = isHigher ? Permutation.higher(base, next) : Permutation.higher(next, base);
        Verdict verdict;
        int needed = 0;
        if (metric.kind() == DiffMetric.Kind.SHOWN) {
            verdict = Verdict.SHOWN;
        } else if (Math.abs(difference) > band) {
            boolean isWorse = isHigher == (metric.polarity() == Polarity.LOWER_IS_BETTER);
            boolean isEnough = Permutation.smallest(base.length, next.length) <= ALPHA + 1e-12;
            if (!isEnough) {
                verdict = isWorse ? Verdict.SUSPECTED_SLOWER : Verdict.SUSPECTED_FASTER;
                needed = fewestToDecide();
            } else if (probability <= ALPHA + 1e-12) {
                verdict = isWorse ? Verdict.SLOWER : Verdict.FASTER;
            } else {
                verdict = Verdict.CANNOT_TELL;
                needed = 1 + Math.max(base.length, next.length);
            }
        } else if (interval.isWithin(band)) {
            verdict = Verdict.SAME;
        } else {
            verdict = Verdict.CANNOT_TELL;
            needed = Math.max(needed(spread, floor), 1 + Math.min(base.length, next.length));
        }
        return new MetricDiff(
                metric,
                options.gates().contains(metric),
                list(base),
                list(next),
                Math.exp(Spread.meanLog(base)),
                Math.exp(Spread.meanLog(next)),
                new MetricDiff.Change(Math.exp(difference), interval, probability, Math.expm1(band), spread),
                needed,
                verdict);
    }

    /** Returns the spread of the runs of both sides, else a known one, else an assumed one. */
    private Spread spread(DiffMetric metric, double[] base, double[] next) {
        if (base.length >= 2 && next.length >= 2) {
            return Spread.within("these runs", base, next);
        }
        return options.noise().getOrDefault(metric, assumed(metric));
    }

    /** Returns the spread of sixteen runs of one loop on a machine with other load. */
    private static Spread assumed(DiffMetric metric) {
        return switch (metric) {
            case TYPICAL -> Spread.assumed(0.1);
            case THROUGHPUT, TAIL -> Spread.assumed(0.2);
            default -> Spread.ASSUMED;
        };
    }

    private static int fewestToDecide() {
        int runs = 1;
        while (Permutation.smallest(runs, runs) > ALPHA + 1e-12) {
            runs++;
        }
        return runs;
    }

    /** Returns the number of runs per side for which the interval of equal sides is inside the threshold. */
    private static int needed(Spread spread, double floor) {
        int fewest = fewestToDecide();
        int most = MOST_RUNS;
        while (fewest < most) {
            int runs = (fewest + most) / 2;
            double t = StudentT.quantile(Interval.CONFIDENCE, 2 * runs - 2);
            if (t * spread.deviation() * Math.sqrt(2.0 / runs) > floor) {
                fewest = runs + 1;
            } else {
                most = runs;
            }
        }
        return fewest;
    }

    private static List<Double> list(double... values) {
        return Arrays.stream(values).boxed().toList();
    }
}
