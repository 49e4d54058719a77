package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Figures.percent;
import static io.stepprofiler.analysis.window.Evidence.CLASS_LOADING;
import static io.stepprofiler.analysis.window.Evidence.COLLECTIONS;
import static io.stepprofiler.analysis.window.Evidence.SAFEPOINTS;
import static io.stepprofiler.analysis.window.Evidence.STEPS;

import io.stepprofiler.analysis.steps.ConcurrentCost;
import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.analysis.steps.Stretches;
import io.stepprofiler.analysis.steps.Stretches.Stretch;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.WindowFacts;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Rules about the virtual machine besides its collections. */
final class MachineRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "vm-operations",
                    "Operations of the virtual machine",
                    Role.CAUSE,
                    Set.of(STEPS, SAFEPOINTS, COLLECTIONS),
                    new Thresholds(0.03, 0.05),
                    MachineRules::operations),
            new Rule(
                    "class-loading",
                    "Class loading in steps",
                    Role.CAUSE,
                    Set.of(STEPS, CLASS_LOADING),
                    new Thresholds(0.03, 0.1),
                    MachineRules::classLoading));

    private MachineRules() {}

    private static Stretches stretches(WindowFacts facts, Predicate<Span> which) {
        return Stretches.of(facts.machine().stream()
                .filter(which)
                .map(span -> new Stretch(span.startNanos(), span.startNanos() + span.nanos()))
                .toList());
    }

    private static Optional<Symptom> operations(WindowFacts facts) {
        Stretches collections = stretches(facts, span -> EventMeaning.isCollectionPause(span.name()));
        Predicate<Span> isOther = span -> EventMeaning.isOperation(span.name())
                && collections.nanosWithin(span.startNanos(), span.startNanos() + span.nanos()) == 0;
        long nanos = stretches(facts, isOther).nanos();
        return Optional.of(new Symptom(
                facts.share(nanos),
                "the virtual machine holds the step for " + percent(facts.share(nanos))
                        + " of its time, not for collections",
                "find who asks for it: thread dumps, heap inspection, agents",
                nanos,
                Spans.longest(facts.machine(), isOther),
                List.of(Advice.of("turn monitoring agents, thread dumps and heap histograms off while training"))));
    }

    private static Optional<Symptom> classLoading(WindowFacts facts) {
        long nanos = facts.steps().stream()
                .mapToLong(each -> each.concurrent().getOrDefault(ConcurrentCost.CLASS_LOADING, 0L))
                .sum();
        return Optional.of(new Symptom(
                facts.share(nanos),
                "classes are loaded for " + percent(facts.share(nanos)) + " of the time of the steps",
                "find what makes classes in each step, or warm up for longer",
                nanos,
                Spans.longest(facts.machine(), span -> span.name().startsWith("Class load")),
                List.of(
                        Advice.of("compile scripts and expressions once; keep proxies and class loaders"),
                        Advice.of("if it is the first use of the code: a longer wait in the schedule"))));
    }
}
