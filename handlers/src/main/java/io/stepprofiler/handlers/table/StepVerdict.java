package io.stepprofiler.handlers.table;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.Comparator;
import java.util.List;
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
        long median = Quantiles.median(steps.stream().mapToLong(StepMark::durationNanos));
        String line = "longest " + Amount.time(slowest.durationNanos()) + " (step " + slowest.number() + "), median "
                + Amount.time(median);
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
            long usual = Quantiles.median(others.stream().mapToLong(other -> other.getOrDefault(each.getKey(), 0L)));
            if (each.getValue() - usual > most) {
                most = each.getValue() - usual;
                cause = "; " + Amount.time(each.getValue()) + " " + each.getKey()
                        + (usual > 0 ? ", usually " + Amount.time(usual) : "");
            }
        }
        return cause;
    }
}
