package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.run.Rhythm;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.event.StepMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The slow steps of a window and the usual ones, by the time of each step without waits for a processor that other
 * programs keep busy: the rule about other programs covers these.
 *
 * @param slow the slow steps, at least one
 * @param usual all steps that are not slow
 * @param own time of each step without such waits, in nanoseconds
 * @param median the median of these times
 * @param stepNanos the durations of all steps added up, with such waits
 */
record SlowStepSelection(
        List<StepBreakdown> slow, List<StepBreakdown> usual, Map<StepMark, Long> own, long median, long stepNanos) {
    /** Base of times of a disturbed window. */
    static final String WITHOUT_WAITS = " without waits for a processor";

    private static final int FEWEST_STEPS = 5;
    private static final double HALF = 0.5;

    /** Returns the slow steps; empty if there are none, or fewer than {@value #FEWEST_STEPS} steps. */
    static Optional<SlowStepSelection> of(WindowFacts facts) {
        Map<StepMark, Long> own = facts.load().undisturbed();
        List<StepBreakdown> slow = new ArrayList<>();
        List<StepBreakdown> usual = new ArrayList<>();
        List<StepBreakdown> steps = facts.steps();
        ToLongFunction<StepBreakdown> nanos = each -> own.getOrDefault(each.step(), 0L);
        Distribution times = Distribution.of(steps.stream().mapToLong(nanos));
        double bound = steps.size() < FEWEST_STEPS
                ? Double.MAX_VALUE
                : times.slowFrom(steps.stream().mapToLong(nanos));
        steps.forEach(each -> (nanos.applyAsLong(each) > bound ? slow : usual).add(each));
        return slow.isEmpty()
                ? Optional.empty()
                : Optional.of(new SlowStepSelection(slow, usual, own, times.median(), facts.stepNanos()));
    }

    /** Time by which a step exceeds the median, in nanoseconds. */
    long longer(StepBreakdown step) {
        return own.getOrDefault(step.step(), 0L) - median;
    }

    /** True if waits for a processor are left out of the times. */
    boolean isDisturbed() {
        return own.values().stream().mapToLong(Long::longValue).sum() < stepNanos;
    }

    /** A time of slow steps as a part of the durations of all steps. */
    Figure figure(long nanos) {
        return Figure.share((double) nanos / Math.max(1, stepNanos), "the step time");
    }

    /** Time by which all slow steps exceed the median, in nanoseconds. */
    long lostNanos() {
        return slow.stream().mapToLong(this::longer).sum();
    }

    /** Times of the given steps, on the clock of the trace. */
    static IntervalSet times(List<StepBreakdown> steps) {
        return IntervalSet.ofSteps(steps.stream().map(StepBreakdown::step).toList());
    }

    /** Beginning of a sentence, such as "2 of 40 steps are slow and cost 58.0 % of the step time". */
    String sentence() {
        return slow.size() + " of "
                + Amount.count(own.size(), "step")
                + (slow.size() == 1 ? " is slow" : " are slow")
                + (isDisturbed() ? "," + WITHOUT_WAITS + ", too," : "")
                + (slow.size() == 1 ? " and costs " : " and cost ")
                + figure(lostNanos()).text() + every();
    }

    /** Period of the longest steps as a part of a sentence; empty if they have none. */
    private String every() {
        long most = slow.stream().mapToLong(this::longer).max().orElse(0);
        long[] numbers = slow.stream()
                .filter(each -> longer(each) >= HALF * most)
                .mapToLong(each -> each.step().number())
                .sorted()
                .toArray();
        long first = own.keySet().stream().mapToLong(StepMark::number).min().orElse(0);
        long last = own.keySet().stream().mapToLong(StepMark::number).max().orElse(0);
        return Rhythm.of(numbers, first, last)
                .filter(rhythm -> rhythm.hits() == (last - rhythm.first()) / rhythm.period() + 1)
                .map(rhythm -> ", every " + rhythm.period() + " steps from step " + rhythm.first() + " on")
                .orElse("");
    }
}
