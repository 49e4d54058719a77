package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Trend;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.Problem;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Rules about trends in the durations of steps. */
final class TrendRules {
    private static final double HALF = 0.5;

    static final List<Rule> ALL = List.of(new Rule(
            "steps-get-slower",
            "Steps get slower",
            Role.CAUSE,
            Set.of(STEPS),
            new Thresholds(0.1, 0.5),
            TrendRules::getSlower));

    /** Part of the steps that grows. */
    private record Growing(String part, Trend trend) {}

    private TrendRules() {}

    private static Optional<Trend> trend(WindowFacts facts, ToLongFunction<StepBreakdown> figure) {
        return Trend.of(facts.steps().stream().mapToLong(figure).toArray());
    }

    private static Optional<Symptom> getSlower(WindowFacts facts) {
        Map<Long, Long> undisturbed = ProcessorLoad.undisturbed(facts);
        Optional<Trend> found = trend(
                        facts, each -> undisturbed.getOrDefault(each.step().number(), 0L))
                .filter(Trend::rises);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Trend trend = found.get();
        Optional<Growing> most = mostGrowing(facts).filter(each -> each.trend.slope() >= HALF * trend.slope());
        StepMark first = facts.steps().get(0).step();
        StepMark last = facts.steps().get(facts.steps().size() - 1).step();
        Figure figure = Figure.share(trend.growth(), "the first steps");
        return Optional.of(new Symptom(
                figure,
                "steps get slower over the window, by " + figure.text()
                        + most.map(each -> ", mostly for " + each.part).orElse(""),
                "find what grows with each step"
                        + most.map(each -> ": " + each.part).orElse(""),
                (long) trend.excess(),
                List.of(proof("the last step", last), proof("the first step", first)),
                Advice.about(
                        Problem.STEPS_SLOWER,
                        List.of(Advice.of(
                                "keep sums instead of lists of losses and metrics; clear what listeners collect")))));
    }

    private static Proof proof(String which, StepMark step) {
        return new Proof(
                which + " took " + time(step.durationNanos()),
                step.number(),
                step.startNanos(),
                step.durationNanos(),
                List.of());
    }

    private static Optional<Growing> mostGrowing(WindowFacts facts) {
        Map<String, ToLongFunction<StepBreakdown>> parts = new LinkedHashMap<>();
        for (StepCategory category : StepCategory.values()) {
            if (category != StepCategory.PHASE) {
                parts.put(category.label(), step -> step.of(category));
            }
        }
        facts.steps()
                .forEach(step -> step.phases()
                        .keySet()
                        .forEach(name ->
                                parts.putIfAbsent(name, each -> each.phases().getOrDefault(name, 0L))));
        return parts.entrySet().stream()
                .flatMap(part -> trend(facts, part.getValue()).stream().map(trend -> new Growing(part.getKey(), trend)))
                .max(Comparator.comparingDouble(each -> each.trend.slope()));
    }
}
