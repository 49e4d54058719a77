package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.Evidence.PROCESSOR_LOAD;
import static io.stepprofiler.analysis.rules.Evidence.SEVERAL_STEPS;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rule about threads that each step starts anew. A start takes about a tenth of a millisecond, part of it on the starting
 * thread, and no sample finds it.
 */
final class StartedThreadsRule {
    static final List<Rule> ALL = List.of(new Rule(
            "started-threads",
            "Threads started in each step",
            Role.CAUSE,
            Set.of(SEVERAL_STEPS, PROCESSOR_LOAD),
            new Thresholds(1, 4),
            StartedThreadsRule::look));

    private static final String EXECUTOR =
            "private static final ExecutorService WORKERS = Executors.newFixedThreadPool(n)";

    /** Fewer threads may be the profiler's own, or start once. */
    private static final double FEWEST = 20;

    private StartedThreadsRule() {}

    private static Optional<Symptom> look(WindowFacts facts) {
        double started = ProcessorLoad.increase(facts, "jvm started threads");
        if (started < FEWEST) {
            return Optional.empty();
        }
        double perStep = started / Math.max(1, facts.steps().size());
        List<Place> creating = facts.samples().allocations(Integer.MAX_VALUE).stream()
                .filter(place -> place.stack().stream().anyMatch(StartedThreadsRule::isCreation))
                .toList();
        Optional<Site> site = RunningCode.count(creating) < RunningCode.FEWEST ? Optional.empty() : Site.of(creating);
        Figure figure = Figure.count(perStep, "threads");
        return Optional.of(new Symptom(
                figure,
                figure.text() + " start during a step on average" + Site.in(site),
                "start the threads once, in an executor that all steps use",
                0,
                creating.stream()
                        .limit(1)
                        .map(place ->
                                Proof.at(Amount.count(place.count(), "sample") + " of their creation", place.stack()))
                        .toList(),
                List.of(Advice.of(
                        creating.stream()
                                        .anyMatch(
                                                place -> place.stack().stream().anyMatch(StartedThreadsRule::isPerTask))
                                ? "CompletableFuture.supplyAsync(task, WORKERS): without an executor it starts a thread for"
                                        + " each task on a machine of two processors"
                                : EXECUTOR))));
    }

    private static boolean isPerTask(StackTraceElement frame) {
        return frame.getClassName().endsWith("ThreadPerTaskExecutor");
    }

    private static boolean isCreation(StackTraceElement frame) {
        return frame.getClassName().equals("java.lang.Thread")
                && (frame.getMethodName().equals("<init>")
                        || frame.getMethodName().equals("start"));
    }
}
