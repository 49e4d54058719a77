package io.stepprofiler.analysis.diff;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.report.StepTimes;
import io.stepprofiler.analysis.report.WindowReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Comparison of two sides: first their work, then each figure, then the breakdown of the difference. */
final class ReportComparison {
    private static final int FEWEST_FOR_P10 = 10;
    private static final int FEWEST_FOR_Q1 = 4;

    /** Verdicts from worst to best: the overall verdict is the worst one of a deciding figure. */
    private static final List<Verdict> WORST_FIRST = List.of(
            Verdict.SLOWER,
            Verdict.SUSPECTED_SLOWER,
            Verdict.CANNOT_TELL,
            Verdict.SUSPECTED_FASTER,
            Verdict.FASTER,
            Verdict.CHANGED,
            Verdict.SAME);

    private static final Set<Verdict> IF_FASTER = EnumSet.of(Verdict.FASTER, Verdict.SUSPECTED_FASTER);

    private final DiffOptions options;
    private final List<RunSteps> base;
    private final List<RunSteps> next;
    private final double costQuantile;

    ReportComparison(List<WindowReport> base, List<WindowReport> next, DiffOptions options) {
        this.options = options;
        this.base = runs(base, "base");
        this.next = runs(next, "new side");
        costQuantile = costQuantile(Stream.concat(this.base.stream(), this.next.stream()));
    }

    private static List<RunSteps> runs(List<WindowReport> windows, String side) {
        List<RunSteps> runs =
                ComparedRun.of(windows).stream().map(RunSteps::new).toList();
        for (RunSteps run : runs) {
            if (run.size() == 0 || run.run().windows().stream().allMatch(WindowReport::isWhole)) {
                throw new IllegalArgumentException("The " + side + " has a run without a complete step: "
                        + run.run().name() + "; --step=REGEX names events that are steps");
            }
        }
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("The " + side + " has no run");
        }
        return runs;
    }

    /** Returns one quantile for all runs: with different quantiles, longer runs would seem faster. */
    private static double costQuantile(Stream<RunSteps> runs) {
        int fewest = runs.mapToInt(RunSteps::size).min().orElse(0);
        return fewest >= FEWEST_FOR_P10 ? 0.1 : fewest >= FEWEST_FOR_Q1 ? 0.25 : 0;
    }

    static Map<DiffMetric, Spread> noise(List<WindowReport> windows, String origin) {
        List<RunSteps> runs = runs(windows, "noise");
        if (runs.size() < 2) {
            throw new IllegalArgumentException("Noise cannot be measured by one run: two or more are needed");
        }
        double quantile = costQuantile(runs.stream());
        Map<DiffMetric, Spread> noise = new EnumMap<>(DiffMetric.class);
        for (DiffMetric metric : DiffMetric.values()) {
            double[] values = values(metric, runs, quantile);
            if (metric.kind() != DiffMetric.Kind.COUNTER
                    && values.length == runs.size()
                    && Arrays.stream(values).allMatch(value -> value > 0)) {
                noise.put(metric, Spread.within(origin, values));
            }
        }
        return noise;
    }

    ReportDiff diff() {
        Parity parity = new Parity(
                base.stream().map(RunSteps::run).toList(),
                next.stream().map(RunSteps::run).toList());
        List<Sides> figures = new ArrayList<>();
        for (DiffMetric metric : DiffMetric.values()) {
            double[] ofBase = values(metric, base, costQuantile);
            double[] ofNext = values(metric, next, costQuantile);
            if (ofBase.length == base.size() && ofNext.length == next.size()) {
                figures.add(new Sides(metric, ofBase, ofNext, quantum(metric)));
            }
        }
        List<MetricDiff> metrics = new MetricComparison(options, parity.isSameWork()).compare(figures);
        MetricDiff decisive = decisive(metrics);
        return new ReportDiff(
                ReportDiff.VERSION,
                new ReportDiff.Decision(
                        decisive.verdict(), decisive.metric(), reason(decisive, parity), worse(metrics, decisive)),
                options.threshold(),
                costQuantile,
                parity.mismatches(),
                parity.remarks(),
                metrics,
                new DifferenceBreakdown(base, next).attribution(),
                base.stream().map(ReportComparison::figures).toList(),
                next.stream().map(ReportComparison::figures).toList());
    }

    /** Compares the mean time in a phase; empty if not all runs have it. */
    Optional<MetricDiff> phase(String name) {
        double[] ofBase = phase(name, base);
        double[] ofNext = phase(name, next);
        Map<DiffMetric, Spread> noise =
                ofBase.length > 1 ? Map.of(DiffMetric.MEAN, Spread.within("the base", ofBase)) : options.noise();
        return ofBase.length < base.size() || ofNext.length < next.size()
                ? Optional.empty()
                : new MetricComparison(options.withNoise(noise), true)
                        .compare(List.of(new Sides(DiffMetric.MEAN, ofBase, ofNext, 0))).stream()
                                .findFirst();
    }

    private static double[] phase(String name, List<RunSteps> runs) {
        return runs.stream()
                .map(run -> run.partNanos().get(StepTimes.PHASE + name))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static RunFigures figures(RunSteps steps) {
        return new RunFigures(steps.run().name(), steps.run().windows().size(), steps.leftOut(), steps.durations());
    }

    /** Returns the difference of a count that the limits of a window may cause: one collection per window. */
    private double quantum(DiffMetric metric) {
        return metric == DiffMetric.COLLECTIONS
                ? Stream.concat(base.stream(), next.stream())
                        .mapToDouble(steps -> 1.0 / steps.size())
                        .max()
                        .orElse(0)
                : 0;
    }

    /** Returns the values of the runs that have the figure, so possibly fewer than runs. */
    private static double[] values(DiffMetric metric, List<RunSteps> runs, double costQuantile) {
        return runs.stream()
                .map(run -> value(metric, run, costQuantile))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private static OptionalDouble value(DiffMetric metric, RunSteps run, double costQuantile) {
        return switch (metric) {
            case COST -> OptionalDouble.of(run.quantile(costQuantile));
            case TYPICAL -> OptionalDouble.of(run.quantile(0.5));
            case TAIL -> OptionalDouble.of(run.quantile(0.9));
            case MEAN -> OptionalDouble.of(run.meanNanos());
            case THROUGHPUT -> run.stepsPerSecond();
            default -> run.figure(metric);
        };
    }

    /** Returns the figure that decides: it has the worst verdict, and is the most noise bands away. */
    private MetricDiff decisive(List<MetricDiff> metrics) {
        List<MetricDiff> gates = metrics.stream().filter(MetricDiff::isGate).toList();
        if (gates.isEmpty()) {
            throw new IllegalArgumentException("No deciding metric is known for all runs: " + options.gates());
        }
        boolean isFaster = gates.stream().map(MetricDiff::verdict).anyMatch(IF_FASTER::contains);
        for (Verdict verdict : WORST_FIRST) {
            int sign = IF_FASTER.contains(verdict) ? -1 : 1;
            Optional<MetricDiff> most = gates.stream()
                    .filter(each -> each.verdict() == verdict)
                    // A better figure is not doubtful because of others that the noise hides, unless they seem worse.
                    .filter(each -> verdict != Verdict.CANNOT_TELL
                            || !isFaster
                            || each.worseBy() > Math.log1p(options.threshold()))
                    .reduce((one, other) -> sign * other.bandsWorse() > sign * one.bandsWorse() ? other : one);
            if (most.isPresent()) {
                return most.get();
            }
        }
        return gates.get(0);
    }

    /** Returns sentences about worse figures that do not decide. */
    private static String worse(List<MetricDiff> metrics, MetricDiff decisive) {
        Map<Boolean, String> worse = metrics.stream()
                .filter(each -> each.isWorse() && !each.equals(decisive))
                .collect(Collectors.partitioningBy(
                        MetricDiff::isGate, Collectors.mapping(ReportComparison::change, Collectors.joining("; "))));
        return Stream.of(
                        "Also worse: " + worse.getOrDefault(true, ""),
                        "Worse, but not deciding: " + worse.getOrDefault(false, ""))
                .filter(sentence -> !sentence.endsWith(": "))
                .collect(Collectors.joining(". "));
    }

    private static String change(MetricDiff metric) {
        double ratio = metric.change().ratio();
        return metric.metric().title() + " " + (ratio < 0 ? "from 0" : Amount.shareChange(ratio - 1));
    }

    private String reason(MetricDiff metric, Parity parity) {
        if (!parity.isSameWork()) {
            Mismatch first = parity.mismatches().stream()
                    .filter(Mismatch::isWorkload)
                    .findFirst()
                    .orElseThrow();
            return "the two sides do different work: " + first.what() + " is " + first.base() + " and " + first.next();
        }
        String sides = Amount.count(base.size(), "run") + " against " + next.size();
        String needed = metric.runsNeeded() > 0 ? "; " + metric.runsNeeded() + " runs a side would decide" : "";
        return change(metric) + ", " + sides + needed;
    }
}
