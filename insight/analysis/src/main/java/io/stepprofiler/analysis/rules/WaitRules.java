package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.Evidence.WAITS;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.trace.Environment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Rules about waits of the threads of steps, one for each category of waits. */
final class WaitRules {
    static final List<Rule> ALL = List.of(
            rule(
                    "lock-contention",
                    "Lock contention",
                    WAITS,
                    new Thresholds(0.03, 0.05),
                    StepCategory.LOCK,
                    "waits for a lock",
                    "hold the lock for a shorter time, or outside the step",
                    Advice.of("copy what is needed under the lock, and work on the copy outside it:"
                            + " List<Double> copy; synchronized (lock) { copy = List.copyOf(losses); }")),
            rule(
                    "sleeping",
                    "Sleeping",
                    WAITS,
                    new Thresholds(0.01, 0.05),
                    StepCategory.SLEEP,
                    "sleeps",
                    "remove the sleep from the step",
                    Advice.of("block on a queue or a latch instead of sleeping and checking again")),
            rule(
                    "waiting-for-threads",
                    "Waiting for other threads",
                    WAITS,
                    new Thresholds(0.1, 0.2),
                    StepCategory.PARK,
                    "waits for other threads",
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
                    "communicates with other workers",
                    "overlap it with the backward pass",
                    Advice.of("reduce gradients in larger buckets, during the backward pass")));

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
        List<Span> spans = Spans.of(facts, category);
        WaitChain chain = switch (category) {
            case LOCK -> WaitChain.ofLocks(facts, spans);
            case PARK -> WaitChain.of(facts, Spans.times(spans, span -> true));
            default -> WaitChain.UNKNOWN;
        };
        Optional<UnevenParts> uneven = chain.cause()
                .filter(cause -> !cause.activity().isWait())
                .flatMap(cause -> UnevenParts.of(facts, cause.threads()));
        String parts = uneven.map(each -> "; " + each.text()).orElse("");
        // Locks have advice of their own, whatever their holder does.
        List<Advice> fitting = category == StepCategory.LOCK && chain.known().isEmpty() ? List.of() : chain.advice();
        List<Proof> proofs = new ArrayList<>(chain.proofs());
        proofs.addAll(Spans.longest(spans, span -> true));
        long nanos = facts.nanos(category);
        double share = facts.share(nanos);
        double use = use(facts, category, chain, spans);
        Figure figure = Figure.share(share * (1 - use), "the step");
        return Optional.of(new Symptom(
                figure,
                share(share, "the step") + " " + sentence(category, says, spans, chain, parts)
                        + (use > 0
                                ? "; only " + figure.text()
                                        + " counts: other threads of the program use processors meanwhile"
                                : ""),
                uneven.map(each -> "split the work into equal parts")
                        .or(chain::nextStep)
                        .orElse(nextStep),
                nanos,
                proofs,
                fitting.isEmpty() ? List.of(advice) : fitting));
    }

    private static String sentence(
            StepCategory category, String says, List<Span> spans, WaitChain chain, String parts) {
        if (category == StepCategory.LOCK) {
            return says + Site.in(Site.ofSpans(spans)) + ", which " + holder(spans, chain);
        }
        if (category != StepCategory.PARK || chain.links().isEmpty()) {
            return says + Site.in(Site.ofSpans(spans));
        }
        // A finding names a method: of the waiting thread, if that of the cause is not known.
        return "waits" + Site.in(chain.hasSite() ? Optional.empty() : Site.ofSpans(spans)) + " for " + chain.text()
                + parts;
    }

    /**
     * Returns the part of the waits in which a pool uses all processors it can: no step could be shorter then. If the
     * awaited threads are not known, the processors that threads without steps use.
     */
    private static double use(WindowFacts facts, StepCategory category, WaitChain chain, List<Span> spans) {
        int processors =
                Environment.of(facts.trace()).map(Environment::processors).orElse(0);
        if (category != StepCategory.PARK || processors == 0) {
            return 0;
        }
        WaitLink cause = chain.cause().orElse(null);
        return cause == null
                ? Math.min(1, facts.load().besideSteps() / processors)
                : cause.use(processors, Spans.times(spans, span -> true));
    }

    private static String holder(List<Span> spans, WaitChain chain) {
        Optional<String> name = WaitChain.holderName(spans);
        String holds = (name.isPresent() ? "thread '" + name.get() + "'" : "another thread") + " holds";
        WaitLink first = chain.first().orElse(null);
        if (first == null) {
            return holds;
        }
        return first.activity().isWait() || chain.known().isPresent()
                ? holds + " while it " + chain.activities()
                : holds + Site.in(first.site());
    }
}
