package io.stepprofiler.analysis.window;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.amount.Search;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Breakdowns;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Breakdowns of steps whose unaccounted time is divided by the samples in it. The methods that the body of the step
 * calls become phases, as far as the weights of the samples cover the time; the rest stays unaccounted. Steps with few
 * samples share theirs, but not with much longer steps. Immutable and thread-safe.
 */
public final class SampledPhases {
    /** End of the name of a phase that samples have found. */
    public static final String MARK = " — by samples";

    /** Fewest samples of a thread by which its time is divided. */
    public static final int FEWEST = 20;

    /** Fewest samples of a step by which the step is divided without the samples of others. */
    private static final int FEWEST_OF_A_STEP = 8;

    /** The same for a step that is so much longer than most that it probably does something else. */
    private static final int FEWEST_OF_A_LONG_STEP = 3;

    /** Duration of a long step as a multiple of the median. */
    private static final double LONG = 2;

    /** Fewest samples with a name of their own. */
    private static final int FEWEST_OF_A_METHOD = 3;

    private static final String OTHER = "other code" + MARK;

    private final StackSamples samples;
    private final List<StepBreakdown> steps;
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private int undivided;
    private long nanos;
    private long dividedNanos;

    /**
     * Divides the unaccounted time of the steps of a window.
     *
     * @param trace the window
     * @param breakdowns its breakdowns
     * @param running its samples in steps
     */
    SampledPhases(Trace trace, Breakdowns breakdowns, StepSamples running) {
        samples = trace.samples();
        List<StepBreakdown> all = new ArrayList<>(breakdowns.all());
        List<Integer> found = running.byTime();
        if (!found.isEmpty()) {
            List<Share> shares = IntStream.range(0, all.size())
                    .mapToObj(i -> new Share(i, all.get(i), inside(all.get(i).step(), breakdowns, found)))
                    .toList();
            divide(trace, shares, found, all);
        }
        steps = List.copyOf(all);
    }

    /** Step with the samples in its unaccounted time. */
    private record Share(int index, StepBreakdown step, List<Integer> samples) {
        long unaccounted() {
            return step.of(StepCategory.UNACCOUNTED);
        }

        /** True if the step has few samples, and is about as long as most. */
        boolean isLike(double usual) {
            boolean isLong = step.step().durationNanos() > LONG * usual;
            return samples.size() < (isLong ? FEWEST_OF_A_LONG_STEP : FEWEST_OF_A_STEP);
        }
    }

    private List<Integer> inside(StepMark step, Breakdowns breakdowns, List<Integer> found) {
        IntervalSet unaccounted = breakdowns.unaccounted(step);
        int first = Search.below(step.startNanos(), found.size(), i -> samples.nanos(found.get(i)));
        long end = step.startNanos() + step.durationNanos();
        return found.subList(first, found.size()).stream()
                .takeWhile(sample -> samples.nanos(sample) < end)
                .filter(sample -> unaccounted.contains(samples.nanos(sample)))
                .toList();
    }

    private void divide(Trace trace, List<Share> shares, List<Integer> inSteps, List<StepBreakdown> all) {
        List<Integer> found = shares.stream()
                .flatMap(share -> share.samples.stream())
                .distinct()
                .toList();
        long unaccounted = shares.stream().mapToLong(Share::unaccounted).sum();
        if (found.size() < FEWEST) {
            undivided += found.size();
            nanos += Math.min(unaccounted, weight(found));
            return;
        }
        Map<Integer, String> names = names(trace, found, inSteps);
        found.forEach(sample -> counts.merge(names.getOrDefault(sample, OTHER), 1, Integer::sum));
        double usual = Quantiles.median(
                shares.stream().mapToLong(share -> share.step.step().durationNanos()));
        Map<Boolean, List<Share>> byKind =
                shares.stream().collect(Collectors.partitioningBy(share -> share.isLike(usual)));
        List<Share> alike = byKind.getOrDefault(true, List.of());
        List<Integer> together =
                alike.stream().flatMap(share -> share.samples.stream()).toList();
        long rest = alike.stream().mapToLong(Share::unaccounted).sum();
        alike.forEach(share -> all.set(share.index, divided(share.step, together, rest, names)));
        byKind.getOrDefault(false, List.of())
                .forEach(share -> all.set(share.index, divided(share.step, share.samples, share.unaccounted(), names)));
    }

    /**
     * Returns the names of the phases of samples; rare ones and samples without a stack are left out.
     *
     * @param inSteps all samples of the thread in steps: a method encloses steps only if it encloses these, too
     */
    private Map<Integer, String> names(Trace trace, List<Integer> found, List<Integer> inSteps) {
        List<Integer> known = withStack(found);
        DirectCallees callees = new DirectCallees(
                withStack(inSteps).stream()
                        .map(sample -> trace.stack(samples.stackId(sample)))
                        .toList(),
                StepMethods.of(trace));
        Map<Integer, String> byStack = new HashMap<>();
        Map<Integer, String> names = new HashMap<>();
        Map<String, Integer> sizes = new HashMap<>();
        for (int sample : known) {
            String name =
                    byStack.computeIfAbsent(samples.stackId(sample), stack -> callees.of(trace.stack(stack)) + MARK);
            names.put(sample, name);
            sizes.merge(name, 1, Integer::sum);
        }
        names.values().removeIf(name -> sizes.getOrDefault(name, 0) < FEWEST_OF_A_METHOD);
        return names;
    }

    private List<Integer> withStack(List<Integer> some) {
        return some.stream().filter(sample -> samples.stackId(sample) >= 0).toList();
    }

    private long weight(List<Integer> some) {
        return some.stream().mapToLong(samples::weight).sum();
    }

    /**
     * Moves unaccounted time of a step to phases, in proportion to the weights of samples in some unaccounted time, which
     * may be of several steps.
     */
    private StepBreakdown divided(
            StepBreakdown step, List<Integer> found, long unaccounted, Map<Integer, String> names) {
        Map<String, Long> weights = new LinkedHashMap<>();
        found.forEach(sample -> weights.merge(names.getOrDefault(sample, OTHER), samples.weight(sample), Long::sum));
        Map<String, Long> phases = new LinkedHashMap<>(step.phases());
        double all = Math.max(1, weight(found));
        double moved = Math.min(1, all / Math.max(1, unaccounted)) * step.of(StepCategory.UNACCOUNTED);
        long before = 0;
        long given = 0;
        for (Map.Entry<String, Long> each : weights.entrySet()) {
            before += each.getValue();
            // Rounded as a running sum, so that the parts add up.
            long until = (long) (moved * (before / all));
            phases.merge(each.getKey(), until - given, Long::sum);
            given = until;
        }
        nanos += given;
        dividedNanos += given;
        Map<StepCategory, Long> categories = new EnumMap<>(step.nanos());
        categories.merge(StepCategory.PHASE, given, Long::sum);
        categories.merge(StepCategory.UNACCOUNTED, -given, Long::sum);
        return new StepBreakdown(step.step(), categories, phases, step.concurrent());
    }

    /** {@return the breakdowns of the complete steps, in order} */
    public List<StepBreakdown> steps() {
        return steps;
    }

    /** {@return the number of samples of each phase that samples have found, by its name} */
    public Map<String, Integer> counts() {
        return Map.copyOf(counts);
    }

    /** {@return the number of samples in unaccounted time that are too few for its division} */
    public int undivided() {
        return undivided;
    }

    /** {@return the unaccounted time that samples cover, divided or not, in nanoseconds} */
    public long nanos() {
        return nanos;
    }

    /** {@return the time of the phases that samples have found, in nanoseconds} */
    public long dividedNanos() {
        return dividedNanos;
    }
}
