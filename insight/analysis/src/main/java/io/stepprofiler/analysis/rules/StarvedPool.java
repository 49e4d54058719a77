package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;
import static io.stepprofiler.analysis.rules.Evidence.WAITS;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.NamedThreads;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Fork-join pool whose workers are blocked in tasks for most of the time of the steps, so that the steps wait for its
 * workers, or do their parallel work alone.
 *
 * @param workers the workers of the pool
 * @param steps the times of the steps
 * @param blocked the waits of the workers in tasks
 */
record StarvedPool(NamedThreads workers, IntervalSet steps, List<Span> blocked) {
    static final Rule RULE = new Rule(
            "starved-pool",
            "Starved pool",
            Role.CAUSE,
            Set.of(STEPS, WAITS),
            new Thresholds(0.05, 0.15),
            StarvedPool::look);

    private static final double MOST = 0.5;
    private static final String POOL = "ForkJoinPool";
    private static final String COMMON_POOL = "ForkJoinPool.commonPool-worker-";

    /** Classes whose methods wait for, or run, tasks of a fork-join pool. */
    private static final Pattern PARALLEL =
            Pattern.compile("java\\.util\\.concurrent\\.(ForkJoin|CountedCompleter|CompletableFuture).*");

    private static Optional<Symptom> look(WindowFacts facts) {
        IntervalSet steps = facts.inSteps();
        return facts.otherThreads().pools().stream()
                .filter(pool -> pool.name().startsWith(POOL))
                .map(pool -> of(facts, pool, steps))
                .filter(pool -> pool.part(steps) >= MOST)
                .map(pool -> pool.symptom(facts))
                .max(Comparator.comparingDouble(symptom -> symptom.figure().value()));
    }

    private static StarvedPool of(WindowFacts facts, NamedThreads workers, IntervalSet steps) {
        return new StarvedPool(
                workers,
                steps,
                workers.ids().stream()
                        .flatMap(id -> facts.waitsOf(id, steps).stream())
                        .filter(span -> span.category() != StepCategory.PARK)
                        .toList());
    }

    /** Returns the part of some time for which a worker is blocked, as the mean over all workers. */
    private double part(IntervalSet within) {
        long nanos = blocked.stream()
                .mapToLong(span -> within.nanosWithin(span.startNanos(), span.startNanos() + span.nanos()))
                .sum();
        return within.nanos() == 0
                ? 0
                : Math.min(1, (double) nanos / workers.ids().size() / within.nanos());
    }

    private Symptom symptom(WindowFacts facts) {
        List<Span> waits = facts.waits().stream()
                .filter(span -> span.category() == StepCategory.PARK && isParallel(span.stack()))
                .toList();
        IntervalSet waiting = Spans.times(waits, span -> true);
        boolean isWaitedFor = EndingThreads.of(facts, waiting, Set.of()).equals(Optional.of(workers));
        double waited = isWaitedFor ? part(waiting) * facts.share(waiting.nanos()) : 0;
        double alone = alone(facts);
        int size = workers.ids().size();
        double gain = waited + alone * part(steps) * size / (size + 1);
        Optional<Site> site = Site.ofSpans(blocked);
        String sleep = blockedIn(site) + " (" + share(part(steps), "the time") + ")";
        Figure figure = Figure.share(gain, "the step");
        return new Symptom(
                figure,
                (waited >= alone
                                ? share(facts.share(waiting.nanos()), "the step") + " waits for " + name()
                                        + ", whose workers " + sleep
                                : share(alone, "the step") + " does parallel work without help: the workers of "
                                        + name() + " " + sleep)
                        + "; without that it could save " + figure.text(),
                "run tasks that block on an executor of their own"
                        + site.map(each -> ": " + each.method()).orElse(""),
                (long) (gain * facts.stepNanos()),
                Spans.longest(blocked, span -> true),
                List.of(
                        Advice.of("ExecutorService blocking = Executors.newFixedThreadPool(8);"
                                + " CompletableFuture.supplyAsync(() -> fetch(), blocking)"),
                        Advice.of("no sleep, lock, file or socket in tasks of the common pool, which all parallel"
                                + " streams share")));
    }

    /** Returns the part of the steps for which samples find their thread in tasks of a pool. */
    private static double alone(WindowFacts facts) {
        List<Place> places = facts.samples().places(nanos -> true, Integer.MAX_VALUE);
        long parallel = RunningCode.count(
                places.stream().filter(place -> isParallel(place.stack())).toList());
        long running = facts.stepNanos() - facts.nanos(StepCategory.PARK);
        return parallel < EndingThreads.ENOUGH_SAMPLES
                ? 0
                : facts.share(running) * parallel / RunningCode.count(places);
    }

    private static boolean isParallel(List<StackTraceElement> stack) {
        return stack.stream()
                .anyMatch(frame -> PARALLEL.matcher(frame.getClassName()).matches());
    }

    private String blockedIn(Optional<Site> site) {
        String verb = blocked.stream()
                .max(Comparator.comparingLong(Span::nanos))
                .map(span -> span.category() == StepCategory.SLEEP ? "sleep" : "wait")
                .orElse("wait");
        return verb + Site.in(site);
    }

    private String name() {
        return workers.name().startsWith(COMMON_POOL) ? "the common pool" : "the pool of '" + workers.name() + "'";
    }
}
