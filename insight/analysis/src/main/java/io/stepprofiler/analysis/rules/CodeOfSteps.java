package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.NamedThreads;
import io.stepprofiler.analysis.window.Span;
import io.stepprofiler.analysis.window.StepSamples.Place;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongPredicate;

/**
 * Code that makes steps long: of their own threads, or of threads that they wait for, during the waits. Rules about code
 * look at either in the same way.
 *
 * @param samples samples of running code, and of calls for files and sockets, at some instants
 * @param allocations samples of allocations
 * @param nanos time for which the code runs, as a part of the steps
 * @param transfers recorded input and output, of the steps not that in waits for data or for other workers
 * @param recorded times of all recorded input and output
 */
record CodeOfSteps(
        Function<LongPredicate, List<Place>> samples,
        List<Place> allocations,
        long nanos,
        List<Span> transfers,
        IntervalSet recorded) {

    /** Returns the code of the threads of steps. */
    static CodeOfSteps ofSteps(WindowFacts facts) {
        return new CodeOfSteps(
                instants -> facts.samples().places(instants, Integer.MAX_VALUE),
                facts.samples().allocations(Integer.MAX_VALUE),
                ProcessorLoad.runningNanos(facts),
                Spans.of(facts, StepCategory.INPUT_OUTPUT),
                Spans.times(facts.waits(), CodeOfSteps::isTransfer));
    }

    /** Returns the code of threads that steps wait for, during the waits. */
    static CodeOfSteps ofAwaited(WindowFacts facts, NamedThreads threads, IntervalSet waits) {
        List<Span> blocked = threads.ids().stream()
                .flatMap(id -> facts.waitsOf(id, waits).stream())
                .toList();
        return new CodeOfSteps(
                instants ->
                        facts.otherThreads().working(threads, nanos -> waits.contains(nanos) && instants.test(nanos)),
                facts.otherThreads().allocations(threads, waits::contains),
                unblocked(facts, threads, waits).nanos(),
                // A thread that is in recorded input and output for most of the wait is named for that.
                List.of(),
                Spans.times(blocked, CodeOfSteps::isTransfer));
    }

    /**
     * Returns the part of some time in which threads are in no recorded wait, input or output; of a pool, at least one of
     * the threads of which anything is known.
     */
    static IntervalSet unblocked(WindowFacts facts, NamedThreads threads, IntervalSet within) {
        IntervalSet blocked = within;
        for (NamedThreads thread : facts.otherThreads().each(threads)) {
            IntervalSet own = Spans.times(facts.waitsOf(thread.ids().iterator().next(), within), span -> true);
            boolean isKnown = own.size() > 0
                    || !facts.otherThreads().working(thread, within::contains).isEmpty();
            blocked = isKnown || !threads.isPool() ? blocked.and(own) : blocked;
        }
        return within.minus(blocked);
    }

    private static boolean isTransfer(Span span) {
        return span.category() == StepCategory.INPUT_OUTPUT;
    }

    /** Returns the samples of running code. */
    List<Place> running() {
        return samples.apply(nanos -> true);
    }
}
