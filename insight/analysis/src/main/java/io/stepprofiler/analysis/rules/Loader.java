package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.NamedThreads;
import io.stepprofiler.analysis.window.OtherThreads.Seen;
import io.stepprofiler.analysis.window.Span;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The threads that make the batches, if the training thread does not. They end the waits of the step for data, provided
 * most of that wait is for other threads. Immutable.
 */
final class Loader {
    private static final double MOST = 0.5;

    private final IntervalSet loading;
    private final WaitChain chain;
    private final Optional<Seen> seen;
    private final List<Span> waits;
    private final IntervalSet storage;
    private final IntervalSet waiting;

    private Loader(WindowFacts facts, IntervalSet loading) {
        this.loading = loading;
        chain = WaitChain.of(facts, loading);
        Set<Long> ids = threads().map(NamedThreads::ids).orElse(Set.of());
        seen = facts.otherThreads().at(loading::contains).stream()
                .filter(each -> ids.contains(each.id()) && each.count() >= EndingThreads.ENOUGH_SAMPLES)
                .findFirst();
        waits = ids.stream().flatMap(id -> facts.waitsOf(id, loading).stream()).toList();
        storage = times(EnumSet.of(StepCategory.INPUT_OUTPUT));
        waiting = times(EnumSet.of(StepCategory.LOCK, StepCategory.SLEEP, StepCategory.PARK));
    }

    /**
     * {@return the threads that make the batches; empty if it is the training thread, or no step waits for data}
     *
     * @param facts the facts about the window
     */
    static Optional<Loader> of(WindowFacts facts) {
        IntervalSet loading = Spans.times(facts.waits(), span -> span.category() == StepCategory.DATA_WAIT);
        IntervalSet others = Spans.times(
                facts.waits(), span -> span.category() == StepCategory.PARK || span.category() == StepCategory.LOCK);
        return loading.nanos() > 0 && loading.and(others).nanos() >= MOST * loading.nanos()
                ? Optional.of(new Loader(facts, loading))
                : Optional.empty();
    }

    private IntervalSet times(Set<StepCategory> categories) {
        return Spans.times(waits, span -> categories.contains(span.category()));
    }

    /** {@return the loader threads; empty if too little is known} */
    Optional<NamedThreads> threads() {
        return chain.first().map(WaitLink::threads);
    }

    /** {@return the loader threads with their activity while steps waited, and the threads that they wait for} */
    WaitChain chain() {
        return chain;
    }

    /** {@return the busiest loader thread with its samples while steps waited for it; empty with too few samples} */
    Optional<Seen> seen() {
        return seen;
    }

    /** {@return the waits, input and output of the loader threads while steps waited for them} */
    List<Span> waits() {
        return waits;
    }

    /** {@return the part of the wait for data in which the loader read files or sockets, in nanoseconds} */
    long storageNanos() {
        return storage.and(loading).nanos();
    }

    /** {@return the part of the wait for data in which the loader neither waited nor read, in nanoseconds} */
    long runningNanos() {
        return threads().isEmpty() ? 0 : loading.minus(waiting).minus(storage).nanos();
    }
}
