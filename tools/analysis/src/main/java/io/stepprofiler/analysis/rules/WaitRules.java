package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.INPUT_OUTPUT;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.Evidence.WAITS;
import static io.stepprofiler.analysis.rules.SentenceFigures.percent;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.window.OtherThreads.Seen;
import io.stepprofiler.analysis.window.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules about waits of the threads of steps, one for each category of waits. */
final class WaitRules {
    static final List<Rule> ALL = List.of(
            rule(
                    "lock-contention",
                    "Lock contention",
                    WAITS,
                    new Thresholds(0.03, 0.05),
                    StepCategory.LOCK,
                    "of the step waits for a lock",
                    "hold the lock for a shorter time, or outside the step",
                    Advice.of("copy what is needed under the lock, and work on the copy outside it:"
                            + " List<Double> copy; synchronized (lock) { copy = List.copyOf(losses); }")),
            rule(
                    "sleeping",
                    "Sleeping",
                    WAITS,
                    new Thresholds(0.01, 0.05),
                    StepCategory.SLEEP,
                    "of the step sleeps",
                    "remove the sleep from the step",
                    Advice.of("block on a queue or a latch instead of sleeping and checking again")),
            rule(
                    "waiting-for-threads",
                    "Waiting for other threads",
                    WAITS,
                    new Thresholds(0.1, 0.2),
                    StepCategory.PARK,
                    "of the step waits for other threads",
                    "look at what they do meanwhile, and start them earlier",
                    Advice.of("split the work into equal parts, one per core, and join once at the end of the step")),
            rule(
                    "io-in-step",
                    "Input and output in the step",
                    INPUT_OUTPUT,
                    new Thresholds(0.03, 0.1),
                    StepCategory.INPUT_OUTPUT,
                    "of the step reads or writes files or sockets",
                    "write on another thread",
                    Advice.of("hand checkpoints, metrics and logs to a separate thread, every n steps")),
            rule(
                    "communication",
                    "Communication",
                    STEPS,
                    new Thresholds(0.1, 0.3),
                    StepCategory.COMMUNICATION,
                    "of the step communicates with other workers",
                    "overlap it with the backward pass",
                    Advice.of("reduce gradients in larger buckets, during the backward pass")));

    /** Categories that own the waits inside them. */
    private static final Set<StepCategory> WHOLE = EnumSet.of(StepCategory.DATA_WAIT, StepCategory.COMMUNICATION);

    private WaitRules() {}

    private static Rule rule(
            String id,
            String title,
            Evidence needs,
            Thresholds thresholds,
            StepCategory category,
            String says,
            String nextStep,
            Advice advice) {
        return new Rule(
                id,
                title,
                Role.CAUSE,
                EnumSet.of(STEPS, needs),
                thresholds,
                facts -> look(facts, category, says, nextStep, advice));
    }

    private static Optional<Symptom> look(
            WindowFacts facts, StepCategory category, String says, String nextStep, Advice advice) {
        long nanos = facts.nanos(category);
        IntervalSet others = stretches(facts.waits().stream()
                .filter(span -> WHOLE.contains(span.category()) && span.category() != category)
                .toList());
        List<Span> spans = facts.waits().stream()
                .filter(span -> span.category() == category && !others.contains(span.startNanos()))
                .toList();
        List<Proof> proofs = new ArrayList<>(Spans.longest(spans, span -> true));
        String sentence = percent(facts.share(nanos)) + " " + says + Site.in(Site.ofSpans(spans));
        Optional<Seen> other = switch (category) {
            case LOCK -> holder(facts, spans);
            case PARK ->
                facts.otherThreads().at(stretches(spans)::contains).stream().findFirst();
            default -> Optional.empty();
        };
        Optional<Site> place = other.flatMap(each -> Site.of(each.places()));
        other.flatMap(WaitRules::proof).ifPresent(proof -> proofs.add(0, proof));
        if (category == StepCategory.LOCK) {
            sentence += ", which "
                    + other.map(each -> "thread '" + each.name() + "' holds").orElse("another thread holds")
                    + Site.in(place);
        } else if (other.isPresent()) {
            sentence += "; meanwhile thread '" + other.get().name() + "' is" + Site.in(place);
        }
        return Optional.of(new Symptom(
                facts.share(nanos),
                sentence,
                place.map(site -> category == StepCategory.LOCK
                                ? "do less under the lock in " + site.method()
                                : "make " + site.method() + " faster, or start it earlier")
                        .orElse(nextStep),
                nanos,
                proofs,
                List.of(advice)));
    }

    /** Returns the thread that held the locks for the longest time, with its samples during the waits. */
    private static Optional<Seen> holder(WindowFacts facts, List<Span> spans) {
        Map<String, List<Span>> byThread =
                spans.stream().filter(span -> !span.heldBy().isEmpty()).collect(Collectors.groupingBy(Span::heldBy));
        return byThread.entrySet().stream()
                .max(Comparator.comparingLong(each -> Spans.nanos(each.getValue(), span -> true)))
                .map(each -> facts.otherThreads()
                        .named(each.getKey(), stretches(each.getValue())::contains)
                        .orElse(new Seen(-1, each.getKey(), 0, List.of(), false)));
    }

    private static IntervalSet stretches(List<Span> spans) {
        return IntervalSet.of(spans.stream()
                .map(span -> new Stretch(span.startNanos(), span.startNanos() + span.nanos()))
                .toList());
    }

    private static Optional<Proof> proof(Seen thread) {
        return thread.places().stream()
                .findFirst()
                .map(place -> Proof.at(
                        "thread '" + thread.name() + "' meanwhile, in " + place.count() + " of " + thread.count()
                                + " samples",
                        place.stack()));
    }
}
