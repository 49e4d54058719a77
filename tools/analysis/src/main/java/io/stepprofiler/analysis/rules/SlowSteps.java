package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.SentenceFigures.percent;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The slow steps of a window and the usual ones. Steps that only waited for a processor of a busy machine belong to
 * neither: the rule about other programs covers them.
 *
 * @param slow the slow steps, at least one
 * @param usual all steps that are not slow
 * @param medianNanos the median duration of all steps
 * @param all number of steps of the window
 */
record SlowSteps(List<StepBreakdown> slow, List<StepBreakdown> usual, long medianNanos, int all) {
    private static final int FEWEST_STEPS = 5;
    private static final int FEWEST_OF_A_PERIOD = 3;
    private static final double HALF = 0.5;

    /** Returns the slow steps; empty if there are none, or fewer than {@value #FEWEST_STEPS} steps. */
    static Optional<SlowSteps> of(WindowFacts facts) {
        long median = facts.stepTimes().median();
        Map<Long, Long> preempted = ProcessorLoad.preempted(facts);
        List<StepBreakdown> slow = facts.slowSteps().stream()
                .filter(each -> preempted.getOrDefault(each.step().number(), 0L) < HALF * longer(each, median))
                .toList();
        if (facts.steps().size() < FEWEST_STEPS || slow.isEmpty()) {
            return Optional.empty();
        }
        List<StepBreakdown> usual = facts.steps().stream()
                .filter(each -> !facts.slowSteps().contains(each))
                .toList();
        return Optional.of(
                new SlowSteps(slow, usual, median, facts.steps().size()));
    }

    private static long longer(StepBreakdown step, long medianNanos) {
        return step.step().durationNanos() - medianNanos;
    }

    /** Time by which a step exceeds the median, in nanoseconds. */
    long longer(StepBreakdown step) {
        return longer(step, medianNanos);
    }

    /** Time by which all slow steps exceed the median, in nanoseconds. */
    long lostNanos() {
        return slow.stream().mapToLong(this::longer).sum();
    }

    /** Times of the given steps, on the clock of the trace. */
    static IntervalSet times(List<StepBreakdown> steps) {
        return IntervalSet.of(steps.stream()
                .map(StepBreakdown::step)
                .map(step -> new Stretch(step.startNanos(), step.startNanos() + step.durationNanos()))
                .toList());
    }

    /** Beginning of a sentence, such as "2 of 40 steps are slow and take 58 % of the time". */
    String sentence(WindowFacts facts) {
        return slow.size() + " of " + all
                + (slow.size() == 1 ? " steps is slow and takes " : " steps are slow and take ")
                + percent(facts.share(lostNanos())) + " of the time" + every();
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
