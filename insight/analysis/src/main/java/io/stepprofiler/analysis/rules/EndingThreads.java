package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.BusyThread;
import io.stepprofiler.analysis.window.NamedThreads;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Choice of the thread, or the pool of threads, that ends waits of other threads. A thread ends a wait by running: a
 * thread that is blocked itself at the end of a wait did not end it, and a thread that is blocked until shortly before
 * the end more likely did than a thread that runs all the time. Compares the times of the known activity of the threads
 * during the waits, weighted by that. Sleep, which a timer does as well, is weighted twice.
 */
final class EndingThreads {
    /** Fewest samples that say what a thread does. */
    static final int ENOUGH_SAMPLES = 5;

    /** Longest time between the last act of the ending thread and the end of a wait, if the wait is short. */
    private static final long LATENCY_NANOS = 200_000;

    /** Divisor of the time in reads of a thread that does nothing else. */
    private static final int ONLY_READING = 10;

    private static final double OF_THE_WAIT = 0.25;
    private static final double IF_ALWAYS_AWAKE = 0.5;
    private static final Set<StepCategory> BLOCKING_WORK =
            EnumSet.of(StepCategory.INPUT_OUTPUT, StepCategory.LOCK, StepCategory.COMMUNICATION);

    private final WindowFacts facts;
    private final IntervalSet waits;

    private EndingThreads(WindowFacts facts, IntervalSet waits) {
        this.facts = facts;
        this.waits = waits;
    }

    /**
     * {@return the threads that end most of some waits; empty if too little is known}
     *
     * @param facts the facts about the window
     * @param waits the waits of one thread, or of several
     * @param without ids of threads that cannot be it, such as the waiting ones
     */
    static Optional<NamedThreads> of(WindowFacts facts, IntervalSet waits, Set<Long> without) {
        EndingThreads choice = new EndingThreads(facts, waits);
        return facts.otherThreads().pools().stream()
                .filter(pool -> pool.ids().stream().noneMatch(without::contains))
                .map(pool -> Map.entry(pool, choice.score(pool)))
                .filter(scored -> scored.getValue() > 0)
                .max(Comparator.comparingDouble(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .or(() -> allocating(facts, waits, without));
    }

    /** Returns the thread that allocates most: without samples of running code, samples of allocations locate it. */
    private static Optional<NamedThreads> allocating(WindowFacts facts, IntervalSet waits, Set<Long> without) {
        return facts.otherThreads().at(waits::contains).stream()
                .filter(seen -> !seen.isRunning() && !without.contains(seen.id()) && seen.count() >= ENOUGH_SAMPLES)
                .findFirst()
                .map(seen -> new NamedThreads(seen.name(), Set.of(seen.id())));
    }

    private double score(NamedThreads pool) {
        return Math.min(
                (double) waits.nanos(),
                pool.ids().stream().mapToDouble(this::score).sum());
    }

    private double score(long thread) {
        List<Span> spans = facts.waitsOf(thread, waits);
        NamedThreads alone = new NamedThreads("", Set.of(thread));
        double timing = timing(Spans.times(spans, span -> true));
        long busy = facts.otherThreads()
                .busiest(alone, waits)
                .map(BusyThread::nanos)
                .orElse(0L);
        List<Place> running = facts.otherThreads().running(alone, waits::contains);
        long blocked = nanos(spans, BLOCKING_WORK::contains);
        long reading = sampled(facts.otherThreads().inFiles(alone, waits::contains));
        if (running.isEmpty() && blocked == 0) {
            // A thread that is seen in reads only may be in one read that waits for input, such as a console's.
            reading /= ONLY_READING;
        }
        long work = Math.max(busy, sampled(running)) + Math.max(blocked, reading);
        return timing * (work + timing * nanos(spans, StepCategory.SLEEP::equals));
    }

    private long nanos(List<Span> spans, Predicate<StepCategory> categories) {
        return Spans.times(spans, span -> categories.test(span.category()))
                .and(waits)
                .nanos();
    }

    /** Returns the time of samples of running code; 0 if they are too few. */
    static long sampled(List<Place> places) {
        return RunningCode.count(places) < ENOUGH_SAMPLES ? 0 : RunningCode.weight(places);
    }

    /** Returns the part of the waits that a thread can have ended, from 0 to 1. */
    private double timing(IntervalSet blocked) {
        double sum = 0;
        for (int i = 0; i < waits.size(); i++) {
            long nanos = waits.end(i) - waits.start(i);
            long near = Math.min(nanos, Math.max(LATENCY_NANOS, (long) (OF_THE_WAIT * nanos)));
            if (isAwake(blocked, waits.end(i) - near, waits.end(i))) {
                long middle = waits.start(i) + nanos / 2;
                sum += nanos * (isAwake(blocked, middle - near / 2, middle + near / 2) ? IF_ALWAYS_AWAKE : 1);
            }
        }
        return sum / waits.nanos();
    }

    private static boolean isAwake(IntervalSet blocked, long from, long to) {
        return blocked.nanosWithin(from, to) < to - from;
    }
}
