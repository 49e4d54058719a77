package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.CLASS_LOADING;
import static io.stepprofiler.analysis.rules.Evidence.COMPILATION;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.ConcurrentCost;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.window.ProgramFrames;
import io.stepprofiler.trace.Remarks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Rules about differences between the durations of steps. */
final class StepTimeRules {
    private static final int SHOWN = 3;
    private static final double HALF = 0.5;

    /** Metadata key of the reason for which a history was written. */
    private static final String SNAPSHOT = "snapshot";

    static final List<Rule> ALL = List.of(
            new Rule(
                    "slow-steps",
                    "Slow steps",
                    Role.SYMPTOM,
                    Set.of(SEVERAL_STEPS),
                    new Thresholds(Thresholds.ANY, 0.1),
                    StepTimeRules::slowSteps),
            new Rule(
                    "not-warmed-up",
                    "Not warmed up",
                    Role.REMARK,
                    Set.of(SEVERAL_STEPS, COMPILATION, CLASS_LOADING),
                    new Thresholds(0.1, 0.25),
                    StepTimeRules::notWarmedUp));

    private StepTimeRules() {}

    /** Largest additional time of a slow step compared with the median, in one category or phase. */
    private record Excess(String of, StepCategory category, long nanos) {
        /** A longer phase shows where, not why. */
        boolean isCause() {
            return category != StepCategory.PHASE && category != StepCategory.UNACCOUNTED;
        }

        String text() {
            return of.isEmpty() ? "" : ", " + time(nanos) + " more " + of;
        }
    }

    static Map<String, Long> parts(StepBreakdown step) {
        Map<String, Long> parts = new LinkedHashMap<>();
        step.nanos().forEach((category, nanos) -> {
            if (category != StepCategory.PHASE) {
                parts.put(category.label(), nanos);
            }
        });
        step.phases().forEach((name, nanos) -> parts.merge(name, nanos, Long::sum));
        return parts;
    }

    /** Returns the median of each part over the steps. */
    private static Map<String, Long> usual(List<StepBreakdown> all) {
        Map<String, long[]> nanos = new HashMap<>();
        for (int i = 0; i < all.size(); i++) {
            for (Map.Entry<String, Long> part : parts(all.get(i)).entrySet()) {
                nanos.computeIfAbsent(part.getKey(), any -> new long[all.size()])[i] = part.getValue();
            }
        }
        Map<String, Long> usual = new HashMap<>();
        nanos.forEach((part, each) -> usual.put(part, Quantiles.median(Arrays.stream(each))));
        return usual;
    }

    /**
     * Returns the part that is most of the extra time of a step; one without a name if there is none. In a disturbed
     * window it is a wait: only waits are without time in which the thread waits for a processor.
     */
    private static Excess excess(StepBreakdown slow, Map<String, Long> usualParts, long longer, boolean isDisturbed) {
        Excess most = new Excess("", StepCategory.UNACCOUNTED, (long) (HALF * longer));
        for (Map.Entry<String, Long> part : parts(slow).entrySet()) {
            long nanos = part.getValue() - usualParts.getOrDefault(part.getKey(), 0L);
            Excess excess = new Excess(part.getKey(), category(part.getKey()), nanos);
            if (nanos > most.nanos && (excess.isCause() || !isDisturbed)) {
                most = excess;
            }
        }
        return most;
    }

    private static StepCategory category(String label) {
        return Stream.of(StepCategory.values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElse(StepCategory.PHASE);
    }

    private static Optional<Symptom> slowSteps(WindowFacts facts) {
        return SlowStepSelection.of(facts).map(steps -> slowSteps(facts, steps));
    }

    private static Symptom slowSteps(WindowFacts facts, SlowStepSelection steps) {
        long explained = 0;
        List<Proof> proofs = new ArrayList<>();
        String cause = "";
        long most = 0;
        Map<String, Long> usual = usual(facts.steps());
        for (StepBreakdown each : steps.slow()) {
            long longer = steps.longer(each);
            Excess excess = excess(each, usual, longer, steps.isDisturbed());
            explained += excess.isCause() ? Math.min(excess.nanos, longer) : 0;
            if (longer > most) {
                most = longer;
                cause = excess.of;
            }
            proofs.add(new Proof(
                    time(longer) + " longer than the median"
                            + (steps.isDisturbed() ? SlowStepSelection.WITHOUT_WAITS : "") + excess.text(),
                    each.step().number(),
                    each.step().startNanos(),
                    each.step().durationNanos(),
                    List.of()));
        }
        proofs.sort((one, other) -> Long.compare(other.nanos(), one.nanos()));
        // Other processes may have had the processor in a longer phase.
        Figure figure = explained > 0
                ? steps.figure(explained)
                : new Figure(Thresholds.ANY, steps.figure(steps.lostNanos()).text());
        boolean hasName = !cause.isEmpty() && !cause.equals(StepCategory.UNACCOUNTED.label());
        return new Symptom(
                figure,
                steps.sentence()
                        + (explained > 0 ? "; recorded waits and pauses explain " + figure.text() : "")
                        + (hasName ? "; most extra time in the slowest: " + cause : "")
                        + where(facts, steps.slow()),
                hasName
                        ? "look at this part of the slow steps: " + cause
                        : "open the flame graph 'Slow − normal', or name the phases of the step",
                steps.lostNanos(),
                proofs.subList(0, Math.min(SHOWN, proofs.size())),
                facts.trace().metadata().containsKey(SNAPSHOT)
                        ? List.of()
                        : List.of(
                                new Advice(
                                        Advice.API,
                                        "onSlowStep(3) of a history keeps the steps around the next slow one"),
                                new Advice(
                                        Advice.AGENT,
                                        "history=50,onSlowStep=3 keeps the steps around the next slow one")));
    }

    /** Names the method in which slow steps mostly run, if there is one. */
    static String where(WindowFacts facts, List<StepBreakdown> slow) {
        return Site.running(facts, SlowStepSelection.times(slow)::contains)
                .filter(site -> site.part() >= HALF)
                .map(site -> "; slow steps run mostly in " + site.text())
                .orElse("");
    }

    private static Optional<Symptom> notWarmedUp(WindowFacts facts) {
        OptionalDouble faster = facts.fasterAtTheEnd();
        long compiling = sum(facts, ConcurrentCost.COMPILATION);
        long loading = sum(facts, ConcurrentCost.CLASS_LOADING);
        if (faster.isEmpty()
                || compiling + loading == 0
                || facts.trace().metadata().containsKey(Remarks.NOT_WARM)) {
            return Optional.empty();
        }
        Figure figure = Figure.share(faster.getAsDouble(), "the step time of the first third");
        return Optional.of(new Symptom(
                figure,
                "the last third of the steps saves " + figure.text() + "; meanwhile the virtual machine compiles for "
                        + time(compiling) + " and loads classes for " + time(loading),
                "wait longer before recording",
                0,
                Spans.longest(
                        facts.machine(),
                        span -> (span.name().contains(" compilation")
                                        || span.name().startsWith("Class load"))
                                && !ProgramFrames.isOwnWork(span.stack())),
                List.of(
                        new Advice(Advice.API, "skipFirst(1000) of Schedule.builder(), or more, records later steps"),
                        new Advice(Advice.AGENT, "skipFirst=1000, or more, records later steps"))));
    }

    private static long sum(WindowFacts facts, ConcurrentCost cost) {
        return facts.steps().stream()
                .mapToLong(each -> each.concurrent().getOrDefault(cost, 0L))
                .sum();
    }
}
