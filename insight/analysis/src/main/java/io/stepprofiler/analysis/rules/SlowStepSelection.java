package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.steps.IntervalSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * The slow steps of a window and the usual ones, by the time of each step without waits for a processor that other
 * programs keep busy: the rule about other programs covers these.
 *
 * @param slow the slow steps, at least one
 * @param usual all steps that are not slow
 * @param own time of each step without such waits, by its number, in nanoseconds
 * @param medianNanos the median of these times
 * @param whole the name of all these times together
 */
record SlowStepSelection(
        List<StepBreakdown> slow, List<StepBreakdown> usual, Map<Long, Long> own, long medianNanos, String whole) {
    private static final int FEWEST_STEPS = 5;
    private static final int FEWEST_OF_A_PERIOD = 3;
    private static final double HALF = 0.5;

    /** Returns the slow steps; empty if there are none, or fewer than {@value #FEWEST_STEPS} steps. */
    static Optional<SlowStepSelection> of(WindowFacts facts) {
        Map<Long, Long> own = ProcessorLoad.undisturbed(facts);
        Distribution times = Distribution.of(nanos(own));
        double bound = times.slowFrom(nanos(own));
        Predicate<StepBreakdown> isSlow = each -> own.getOrDefault(each.step().number(), 0L) > bound;
        List<StepBreakdown> slow = facts.steps().stream().filter(isSlow).toList();
        return facts.steps().size() < FEWEST_STEPS || slow.isEmpty()
                ? Optional.empty()
                : Optional.of(new SlowStepSelection(
                        slow,
                        facts.steps().stream().filter(isSlow.negate()).toList(),
                        own,
                        times.median(),
                        facts.isDisturbed() ? "the time without waits for a processor" : "the time"));
    }

    private static LongStream nanos(Map<Long, Long> own) {
        return own.values().stream().mapToLong(Long::longValue);
    }

    /** Time by which a step exceeds the median, in nanoseconds. */
    long longer(StepBreakdown step) {
        return own.getOrDefault(step.step().number(), 0L) - medianNanos;
    }

    /**
     * Part of all steps, from 0 to 1.
     *
     * @param nanos time of slow steps
     */
    double share(long nanos) {
        return (double) nanos / Math.max(1, nanos(own).sum());
    }

    /** A time of slow steps with its base. */
    Figure figure(long nanos) {
        return Figure.share(share(nanos), whole);
    }

    /** Time by which all slow steps exceed the median, in nanoseconds. */
    long lostNanos() {
        return slow.stream().mapToLong(this::longer).sum();
    }

    /** Times of the given steps, on the clock of the trace. */
    static IntervalSet times(List<StepBreakdown> steps) {
        return IntervalSet.ofSteps(steps.stream().map(StepBreakdown::step).toList());
    }

    /** Beginning of a sentence, such as "2 of 40 steps are slow and take 58.0 % of the time". */
    String sentence() {
        return slow.size() + " of "
                + Amount.count(own.size(), "step")
                + (slow.size() == 1 ? " is slow and costs " : " are slow and cost ")
                + figure(lostNanos()).text() + " beyond the median" + every();
    }

    /** Distance of the longest steps as a part of a sentence; empty if they have no period. */
    private String every() {
        long most = slow.stream().mapToLong(this::longer).max().orElse(0);
        long[] numbers = slow.stream()
                .filter(each -> longer(each) >= HALF * most)
                .mapToLong(each -> each.step().number())
                .sorted()
                .toArray();
        if (numbers.length < FEWEST_OF_A_PERIOD) {
            return "";
        }
        long period = numbers[1] - numbers[0];
        for (int i = 2; i < numbers.length; i++) {
            if (numbers[i] - numbers[i - 1] != period) {
                return "";
            }
        }
        return period < 2 ? "" : ", every " + period + " steps from step " + numbers[0] + " on";
    }
}
