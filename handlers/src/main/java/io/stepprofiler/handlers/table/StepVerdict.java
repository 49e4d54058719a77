package io.stepprofiler.handlers.table;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One line on the steps of a window: the longest, the median, and the main cause on the step's thread if one step took
 * much longer than the others.
 */
final class StepVerdict {
    private static final int FEWEST_STEPS = 3;
    private static final double SLOW = 1.5;

    /** Causes of less than this part of a slow step's delay are left out. */
    private static final double MIN_PART = 0.25;

    private StepVerdict() {}

    /** The line; empty if there are too few steps to compare. */
    static String of(Trace trace) {
        List<StepMark> steps =
                trace.steps().stream().filter(step -> !step.unfinished()).toList();
        if (steps.size() < FEWEST_STEPS) {
            return "";
        }
        StepMark slowest = steps.stream()
                .max(Comparator.comparingLong(StepMark::durationNanos))
                .orElseThrow();
        long median = median(steps.stream().mapToLong(StepMark::durationNanos).toArray());
        String line = "longest " + millis(slowest.durationNanos()) + " (step " + slowest.number() + "), median "
                + millis(median);
        return slowest.durationNanos() < SLOW * median
                ? line
                : line + cause(trace, steps, slowest, slowest.durationNanos() - median);
    }

    private static String cause(Trace trace, List<StepMark> steps, StepMark slowest, long delay) {
        List<StepSelfTimes.Spent> spent = StepSelfTimes.of(trace, steps);
        List<Map<String, Long>> others = spent.stream()
                .filter(each -> !each.step().equals(slowest))
                .map(StepSelfTimes.Spent::nanos)
                .toList();
        String cause = "";
        long most = Math.round(MIN_PART * delay);
        for (Map.Entry<String, Long> each :
                spent.get(steps.indexOf(slowest)).nanos().entrySet()) {
            long usual = median(others.stream()
                    .mapToLong(other -> other.getOrDefault(each.getKey(), 0L))
                    .toArray());
            if (each.getValue() - usual > most) {
                most = each.getValue() - usual;
                cause = "; " + millis(each.getValue()) + " " + each.getKey()
                        + (usual > 0 ? ", usually " + millis(usual) : "");
            }
        }
        return cause;
    }

    private static long median(long... values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }

    private static String millis(long nanos) {
        double millis = nanos / 1e6;
        return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : millis < 100 ? "%.1f ms" : "%.0f ms", millis);
    }
}
