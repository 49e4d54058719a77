package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.Polarity;
import io.stepprofiler.analysis.statistics.Permutation;
import io.stepprofiler.analysis.statistics.StudentT;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Comparison of figures, given the value of each in each run of both sides. */
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

    /** Returns the comparison of each figure; the deciding ones are tested together, and so are the others. */
    List<MetricDiff> compare(List<Sides> figures) {
        Map<DiffMetric, MetricDiff> diffs = new EnumMap<>(DiffMetric.class);
        figures.stream().filter(each -> !each.isNoisy()).forEach(each -> diffs.put(each.metric(), counter(each)));
        figures.stream()
                .filter(Sides::isNoisy)
                .collect(Collectors.partitioningBy(each -> options.gates().contains(each.metric())))
                .values()
                .forEach(family -> times(family).forEach(each -> diffs.put(each.metric(), each)));
        return diffs.values().stream()
                .map(each -> isComparable ? each : each.with(Verdict.NOT_COMPARABLE, 0))
                .toList();
    }

    private List<MetricDiff> times(List<Sides> family) {
        if (family.isEmpty()) {
            return List.of();
        }
        JointSignificance test = new JointSignificance(
                family, family.stream().map(this::known).toList(), Math.log1p(options.threshold()));
        return IntStream.range(0, family.size())
                .mapToObj(i -> time(family.get(i), test.worse(i), test.better(i)))
                .toList();
    }

    /** Compares counters: if runs of one side differ, all of them must be beyond all runs of the other side. */
    private MetricDiff counter(Sides sides) {
        DiffMetric metric = sides.metric();
        double[] base = sides.base();
        double[] next = sides.next();
        boolean isExact = metric.kind() == DiffMetric.Kind.COUNTER;
        double low = Arrays.stream(base).min().orElse(0);
        double high = Arrays.stream(base).max().orElse(0);
        double lowNext = Arrays.stream(next).min().orElse(0);
        double highNext = Arrays.stream(next).max().orElse(0);
        boolean isHigher = lowNext > high + Math.max(sides.quantum(), metric.tolerance() * high);
        boolean isLower = highNext < low - Math.max(sides.quantum(), metric.tolerance() * low);
        boolean agree = low == high && lowNext == highNext;
        Verdict verdict = isExact || agree ? Verdict.SAME : Verdict.CANNOT_TELL;
        if (metric.kind() == DiffMetric.Kind.SHOWN) {
            verdict = Verdict.SHOWN;
        } else if (isHigher || isLower) {
            boolean isWorse = isHigher == (metric.polarity() == Polarity.LOWER_IS_BETTER);
            verdict = metric.polarity() == Polarity.NEUTRAL
                    ? Verdict.CHANGED
                    : differs(isWorse, isExact || areEnough(base.length, next.length));
        }
        double mean = Arrays.stream(base).average().orElse(0);
        double meanNext = Arrays.stream(next).average().orElse(0);
        double ratio = mean == 0 ? (meanNext == 0 ? 1 : -1) : meanNext / mean;
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

    private MetricDiff time(Sides sides, double worse, double better) {
        DiffMetric metric = sides.metric();
        double[] base = sides.base();
        double[] next = sides.next();
        Spread spread = known(sides).orElseGet(() -> Spread.within("these runs", base, next));
        double floor = Math.log1p(options.threshold());
        double band = Math.max(floor, Spread.band(spread.deviation(), base.length, next.length));
        double difference = Spread.meanLog(next) - Spread.meanLog(base);
        Interval interval = Interval.of(base, next, spread);
        boolean isWorse = difference > 0 == (metric.polarity() == Polarity.LOWER_IS_BETTER);
        double probability = isWorse ? worse : better;
        boolean isEnough = areEnough(base.length, next.length);
        double rarest = isEnough ? ALPHA : Permutation.smallest(base.length, next.length);
        Verdict verdict;
        int needed = 0;
        if (metric.kind() == DiffMetric.Kind.SHOWN) {
            verdict = Verdict.SHOWN;
        } else if (Math.abs(difference) <= band) {
            boolean isSame = interval.isWithin(band);
            verdict = isSame ? Verdict.SAME : Verdict.CANNOT_TELL;
            int enough = isSame ? 0 : needed(spread, floor);
            needed = enough == 0 ? 0 : Math.max(enough, 1 + Math.min(base.length, next.length));
        } else if (probability > rarest + 1e-12) {
            verdict = Verdict.CANNOT_TELL;
            needed = Math.max(fewestToDecide(), 1 + Math.max(base.length, next.length));
        } else {
            verdict = differs(isWorse, isEnough);
            needed = isEnough ? 0 : fewestToDecide();
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

    /** Returns a known or an assumed spread if the runs do not show it. */
    private Optional<Spread> known(Sides sides) {
        return sides.base().length >= 2 && sides.next().length >= 2
                ? Optional.empty()
                : Optional.of(options.noise().getOrDefault(sides.metric(), assumed(sides.metric())));
    }

    /** Returns the spread that a machine with other load seldom exceeds: its load can double means, not quantiles. */
    private static Spread assumed(DiffMetric metric) {
        return switch (metric) {
            case TYPICAL -> Spread.assumed(0.2);
            case MEAN, THROUGHPUT, TAIL -> Spread.assumed(1);
            default -> Spread.ASSUMED;
        };
    }

    private static Verdict differs(boolean isWorse, boolean isSure) {
        return isWorse
                ? isSure ? Verdict.SLOWER : Verdict.SUSPECTED_SLOWER
                : isSure ? Verdict.FASTER : Verdict.SUSPECTED_FASTER;
    }

    private static boolean areEnough(int base, int next) {
        return Permutation.smallest(base, next) <= ALPHA + 1e-12;
    }

    private static int fewestToDecide() {
        int runs = 1;
        while (!areEnough(runs, runs)) {
            runs++;
        }
        return runs;
    }

    /**
     * Returns the number of runs per side for which the interval of equal sides is inside the threshold; 0 if that are
     * too many.
     */
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
        return fewest == MOST_RUNS ? 0 : fewest;
    }

    private static List<Double> list(double... values) {
        return Arrays.stream(values).boxed().toList();
    }
}
