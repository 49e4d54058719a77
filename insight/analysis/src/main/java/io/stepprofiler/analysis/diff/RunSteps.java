package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.report.Metric;
import io.stepprofiler.analysis.report.Part;
import io.stepprofiler.analysis.report.StepTimes;
import io.stepprofiler.analysis.report.WindowReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Steps of all windows of one run as samples, without the first step of a process. If a window does not list all its
 * steps, points of their distribution replace them, which keep its quantiles.
 */
final class RunSteps {
    /** Quantiles of a window that cover all its steps, listed or not. */
    private static final double[] KNOWN = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 1};

    private static final int POINTS = 100;
    private static final double EPSILON = 1e-9;

    /** Step with the number of steps that it represents. */
    private record Step(long nanos, double weight) {}

    private final ComparedRun run;
    private final List<Step> sorted = new ArrayList<>();
    private final List<Long> durations = new ArrayList<>();
    private final Map<String, Double> partSums = new LinkedHashMap<>();
    private double weight;
    private long nanos;
    private int count;
    private int leftOut;

    RunSteps(ComparedRun run) {
        this.run = run;
        for (WindowReport window : run.windows()) {
            add(window);
        }
        sorted.sort(Comparator.comparingLong(Step::nanos));
    }

    private void add(WindowReport window) {
        StepTimes steps = window.steps();
        int listed = steps.numbers().size();
        count += window.stepTime().count();
        nanos += window.stepTime().sum();
        window.parts()
                .forEach(part -> partSums.merge(key(part), (double) part.nanos().sum(), Double::sum));
        int first = first(steps);
        for (int i = 0; i < listed; i++) {
            if (i == first) {
                leaveOut(steps, i);
            } else {
                durations.add(steps.durationNanos().get(i));
                if (steps.leftOut() == 0) {
                    add(steps.durationNanos().get(i), 1);
                }
            }
        }
        if (steps.leftOut() > 0) {
            addDistribution(window.stepTime());
        }
    }

    private void add(long duration, double howMany) {
        sorted.add(new Step(duration, howMany));
        weight += howMany;
    }

    /** Adds points of the distribution: the listed steps are not representative, since slow ones are preferred. */
    private void addDistribution(Distribution times) {
        long[] values = {times.min(), times.p10(), times.q1(), times.median(), times.q3(), times.p90(), times.max()};
        for (int i = 1; i <= POINTS; i++) {
            double part = (double) i / POINTS;
            int above = 1;
            while (KNOWN[above] < part - EPSILON) {
                above++;
            }
            double within = (part - KNOWN[above - 1]) / (KNOWN[above] - KNOWN[above - 1]);
            add(
                    Math.round(values[above - 1] + within * (values[above] - values[above - 1])),
                    (double) times.count() / POINTS);
        }
    }

    private static String key(Part part) {
        return part.category().equals(StepCategory.PHASE.name()) ? StepTimes.PHASE + part.name() : part.category();
    }

    /** Returns the place of the first step of the process, which does not count; -1 if the window lacks it. */
    private static int first(StepTimes steps) {
        return steps.numbers().size() > 1 ? steps.numbers().indexOf(0L) : -1;
    }

    private void leaveOut(StepTimes steps, int step) {
        leftOut++;
        count--;
        nanos -= steps.durationNanos().get(step);
        steps.parts().forEach((name, each) -> partSums.merge(name, (double) -each.get(step), Double::sum));
    }

    ComparedRun run() {
        return run;
    }

    /** Returns the number of samples. */
    int size() {
        return sorted.size();
    }

    /** Returns the number of steps, listed or not. */
    int count() {
        return count;
    }

    /** Returns the number of steps that were left out, because they are the first of their process. */
    int leftOut() {
        return leftOut;
    }

    /** Returns the durations of the listed steps, in order. */
    List<Long> durations() {
        return durations;
    }

    /** Returns the mean nanoseconds of a step by part; they add up to {@link #meanNanos}. */
    Map<String, Double> partNanos() {
        Map<String, Double> means = new LinkedHashMap<>();
        partSums.forEach((name, sum) -> means.put(name, sum / count));
        return means;
    }

    double meanNanos() {
        return (double) nanos / count;
    }

    /** Returns the smallest duration that at least this part of the steps does not exceed. */
    double quantile(double part) {
        double below = 0;
        for (Step step : sorted) {
            below += step.weight;
            // Sums of weights are rounded.
            if (below >= (part - EPSILON) * weight) {
                return step.nanos;
            }
        }
        return sorted.get(sorted.size() - 1).nanos;
    }

    /** Returns the rate of steps including the time between them. */
    OptionalDouble stepsPerSecond() {
        double steps = 0;
        double seconds = 0;
        for (WindowReport window : run.windows()) {
            OptionalDouble rate = value(window, "step.rate");
            if (rate.isPresent() && rate.getAsDouble() > 0) {
                steps += window.stepTime().count();
                seconds += window.stepTime().count() / rate.getAsDouble();
                StepTimes times = window.steps();
                if (first(times) == 0) {
                    steps -= times.numbers().get(1);
                    seconds -= (times.startNanos().get(1) - times.startNanos().get(0)) / 1e9;
                }
            }
        }
        return seconds > 0 ? OptionalDouble.of(steps / seconds) : OptionalDouble.empty();
    }

    /**
     * Returns the mean of a figure over the windows, weighted by steps, or the maximum if it is not per step; empty if
     * a window lacks it.
     */
    OptionalDouble figure(DiffMetric metric) {
        double[] values = run.windows().stream()
                .map(window -> value(window, metric.source()))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        if (values.length < run.windows().size()) {
            return OptionalDouble.empty();
        }
        if (!metric.unit().endsWith("/step") && !metric.unit().equals("ns")) {
            return Arrays.stream(values).max();
        }
        double sum = 0;
        double steps = 0;
        for (int i = 0; i < values.length; i++) {
            int count = run.windows().get(i).stepTime().count();
            sum += values[i] * count;
            steps += count;
            StepTimes times = run.windows().get(i).steps();
            int first = first(times);
            if (metric == DiffMetric.CPU && first >= 0 && !times.cpuNanos().isEmpty()) {
                sum -= times.cpuNanos().get(first);
                steps--;
            }
        }
        return steps > 0 ? OptionalDouble.of(sum / steps) : OptionalDouble.empty();
    }

    private static OptionalDouble value(WindowReport window, String id) {
        return window.metrics().stream()
                .filter(metric -> metric.id().equals(id))
                .mapToDouble(Metric::value)
                .findFirst();
    }
}
