package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.Evidence.WAITS;
import static io.stepprofiler.analysis.rules.SentenceFigures.percent;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.trace.Environment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
                    ThreadActivity.RUNS.advice()),
            StarvedPool.RULE,
            ShortCalls.RULE,
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

    static Optional<Symptom> look(
            WindowFacts facts, StepCategory category, String says, String nextStep, Advice advice) {
        long nanos = facts.nanos(category);
        IntervalSet others =
                Spans.times(facts.waits(), span -> WHOLE.contains(span.category()) && span.category() != category);
        List<Span> spans = facts.waits().stream()
                .filter(span -> span.category() == category && !others.contains(span.startNanos()))
                .toList();
        WaitChain chain = switch (category) {
            case LOCK -> WaitChain.ofLocks(facts, spans);
            case PARK -> WaitChain.of(facts, Spans.times(spans, span -> true));
            default -> new WaitChain(List.of());
        };
        Optional<UnevenParts> uneven = chain.cause()
                .filter(link -> !link.activity().isWait())
                .flatMap(link -> UnevenParts.of(facts, link.threads()));
        String sentence = percent(facts.share(nanos)) + " ";
        if (category == StepCategory.PARK && chain.first().isPresent()) {
            // A finding names a method: of the waiting thread, if that of the cause is not known.
            Optional<Site> waiting =
                    chain.cause().flatMap(WaitLink::site).isEmpty() ? Site.ofSpans(spans) : Optional.empty();
            sentence += "of the step waits" + Site.in(waiting) + " for " + chain.text()
                    + uneven.map(parts -> "; " + parts.text()).orElse("");
        } else {
            sentence += says + Site.in(Site.ofSpans(spans));
        }
        if (category == StepCategory.LOCK) {
            sentence += ", which " + holder(spans, chain);
        }
        List<Proof> proofs = new ArrayList<>(chain.cause().map(WaitLink::proofs).orElse(List.of()));
        proofs.addAll(Spans.longest(spans, span -> true));
        return Optional.of(new Symptom(
                facts.share(nanos) * (1 - use(facts, category, chain, spans)),
                sentence,
                uneven.map(parts -> "split the work into equal parts")
                        .or(() -> chain.cause().map(cause -> nextStep(category, cause)))
                        .orElse(nextStep),
                nanos,
                proofs,
                List.of(chain.cause()
                        .filter(cause -> category == StepCategory.PARK)
                        .map(cause -> cause.activity().advice())
                        .orElse(advice))));
    }

    /**
     * Returns the part of the waits in which a pool uses all processors it can: no step could be shorter then. If the
     * awaited threads are not known, the processors that threads without steps use.
     */
    private static double use(WindowFacts facts, StepCategory category, WaitChain chain, List<Span> spans) {
        int processors =
                Environment.of(facts.trace()).map(Environment::processors).orElse(0);
        return category != StepCategory.PARK || processors == 0
                ? 0
                : chain.cause()
                        .map(cause -> cause.use(processors, Spans.times(spans, span -> true)))
                        .orElseGet(() -> Math.min(1, ProcessorLoad.of(facts).besideSteps() / processors));
    }

    private static String nextStep(StepCategory category, WaitLink cause) {
        return category == StepCategory.LOCK && !cause.activity().isWait()
                ? cause.site()
                        .map(site -> "do less under the lock in " + site.method())
                        .orElse(cause.nextStep())
                : cause.nextStep();
    }

    private static String holder(List<Span> spans, WaitChain chain) {
        String holds =
                WaitChain.holderName(spans).map(name -> "thread '" + name + "'").orElse("another thread") + " holds";
        return chain.first()
                .map(link -> link.activity().isWait()
                        ? holds + " while it " + chain.activities()
                        : holds + Site.in(link.site()))
                .orElse(holds);
    }
}
