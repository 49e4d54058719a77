package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.PROCESSOR_TIME;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Trend;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.Problem;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Rules about trends in the durations of steps. */
final class TrendRules {
    static final String SLOWER = "steps-get-slower";

    private static final double HALF = 0.5;
    private static final int THIRDS = 3;

    static final List<Rule> ALL = List.of(new Rule(
            SLOWER,
            "Steps get slower",
            Role.CAUSE,
            Set.of(SEVERAL_STEPS, PROCESSOR_TIME),
            new Thresholds(0.1, 0.5),
            TrendRules::getSlower));

    /** Part of the steps that grows. */
    private record Growing(String part, Trend trend) {}

    private TrendRules() {}

    private static Optional<Trend> trend(List<StepBreakdown> steps, ToLongFunction<StepBreakdown> figure) {
        return Trend.of(steps.stream().mapToLong(figure).toArray());
    }

    private static Optional<Symptom> getSlower(WindowFacts facts) {
        List<StepBreakdown> steps = facts.steps();
        // Other programs may use more processors than before at the end, however few on average.
        Map<StepMark, Long> ready = facts.load().ready();
        ToLongFunction<StepBreakdown> own = each -> ready.getOrDefault(each.step(), 0L);
        Optional<Trend> found = trend(steps, own).filter(Trend::rises);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Trend trend = found.get();
        // Other programs may have had the processor in a part that grows.
        Optional<Growing> most = (facts.isDisturbed() ? Optional.<Growing>empty() : mostGrowing(steps))
                .filter(each -> each.trend.slope() >= HALF * trend.slope());
        String without = ready.values().stream().mapToLong(each -> each).sum() < facts.stepNanos()
                ? SlowStepSelection.WITHOUT_WAITS
                : "";
        Figure figure = Figure.share(trend.growth(), "the first steps" + without);
        return Optional.of(new Symptom(
                figure,
                "steps get slower over the window, by " + figure.text()
                        + most.map(each -> ", mostly for " + each.part).orElse(""),
                "find what grows with each step"
                        + most.map(each -> ": " + each.part).orElse(""),
                (long) trend.excess(),
                List.of(course(steps.stream().mapToLong(own).toArray(), without)),
                Advice.about(
                        Problem.STEPS_SLOWER,
                        List.of(Advice.of(
                                "keep sums instead of lists of losses and metrics; clear what listeners collect")))));
    }

    /** Medians of the thirds of the window: single steps may be slow for another reason. */
    private static Proof course(long[] nanos, String without) {
        int third = nanos.length / THIRDS;
        return Proof.at(
                "median step" + without + ": "
                        + time(Quantiles.median(Arrays.stream(nanos, 0, third))) + " in the first third, "
                        + time(Quantiles.median(Arrays.stream(nanos, third, nanos.length - third)))
                        + " in the second, "
                        + time(Quantiles.median(Arrays.stream(nanos, nanos.length - third, nanos.length)))
                        + " in the last",
                List.of());
    }

    private static Optional<Growing> mostGrowing(List<StepBreakdown> steps) {
        Map<String, ToLongFunction<StepBreakdown>> parts = new LinkedHashMap<>();
        for (StepCategory category : StepCategory.values()) {
            if (category != StepCategory.PHASE) {
                parts.put(category.label(), step -> step.of(category));
            }
        }
        steps.forEach(step -> step.phases()
                .keySet()
                .forEach(name -> parts.putIfAbsent(name, each -> each.phases().getOrDefault(name, 0L))));
        return parts.entrySet().stream()
                .flatMap(part -> trend(steps, part.getValue()).stream().map(trend -> new Growing(part.getKey(), trend)))
                .max(Comparator.comparingDouble(each -> each.trend.slope()));
    }
}
