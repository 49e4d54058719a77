package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rules about the time between the marks of steps, which a profiler that only looks at the marks does not see. */
final class BetweenSteps {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "between-steps",
                    "Time between steps",
                    Role.CAUSE,
                    Set.of(Evidence.STEPS),
                    // Thresholds of XProf for the input pipeline.
                    new Thresholds(0.05, 0.2),
                    BetweenSteps::between),
            new Rule(
                    "breaks-between-steps",
                    "Breaks between steps",
                    Role.REMARK,
                    Set.of(Evidence.STEPS),
                    new Thresholds(0.05, Double.POSITIVE_INFINITY),
                    BetweenSteps::breaks));

    private static final String FROM_STEP_TO_STEP = "the time from step to step";

    private BetweenSteps() {}

    private static Optional<Symptom> between(WindowFacts facts) {
        long nanos = facts.betweenNanos();
        long whole = facts.stepNanos() + nanos;
        Figure figure = Figure.share((double) nanos / Math.max(1, whole), FROM_STEP_TO_STEP);
        Map<String, Long> parts = new LinkedHashMap<>();
        facts.breakdowns()
                .between()
                .forEach(each -> StepTimeRules.parts(each).forEach((part, time) -> parts.merge(part, time, Long::sum)));
        long all = parts.values().stream().mapToLong(Long::longValue).sum();
        Optional<Map.Entry<String, Long>> most = parts.entrySet().stream()
                .filter(each -> !each.getKey().equals(StepCategory.UNACCOUNTED.label()) && 2 * each.getValue() >= all)
                .findAny();
        return Optional.of(new Symptom(
                figure,
                figure.text() + " (" + time(facts.perStep(nanos)) + " of " + time(facts.perStep(whole))
                        + ") is between the steps"
                        + (facts.deviceSteps().isEmpty() ? "" : ", while no device works")
                        + most.map(each -> "; " + each.getKey() + " takes " + time(facts.perStep(each.getValue()))
                                        + " there")
                                .orElse(", without a name for most of it"),
                "look at " + most.map(Map.Entry::getKey).orElse("the code") + " between the steps",
                nanos,
                List.of(),
                List.of(Advice.of("load and copy the next batch on another thread, while this one trains"))));
    }

    private static Optional<Symptom> breaks(WindowFacts facts) {
        IntervalSet breaks = facts.breakdowns().breaks();
        Figure figure = Figure.share((double) breaks.nanos() / (facts.stepNanos() + breaks.nanos()), FROM_STEP_TO_STEP);
        return Optional.of(new Symptom(
                figure,
                Amount.count(breaks.size(), "break") + " between steps, " + time(breaks.nanos()) + " in all and "
                        + figure.text() + ", for which no other figure accounts",
                "mark what runs there, if it belongs to the training",
                0,
                List.of(),
                List.of(Advice.of("a mark of its own for what runs there"))));
    }
}
