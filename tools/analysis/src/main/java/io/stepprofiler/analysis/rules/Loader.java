package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.window.OtherThreads.Seen;
import io.stepprofiler.analysis.window.Span;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The thread that makes the batches, if the training thread does not. It is the most active other thread while the step
 * waits for data, provided most of that wait is for other threads. Immutable.
 */
final class Loader {
    private static final double MOST = 0.5;

    private final IntervalSet loading;
    private final Optional<Seen> thread;
    private final IntervalSet storage;
    private final IntervalSet waiting;

    private Loader(WindowFacts facts, IntervalSet loading) {
        this.loading = loading;
        thread = facts.otherThreads().at(loading::contains).stream().findFirst();
        List<Span> waits = thread.map(each -> facts.waitsOf(each.id(), loading)).orElse(List.of());
        storage = stretches(waits, EnumSet.of(StepCategory.INPUT_OUTPUT));
        waiting = stretches(waits, EnumSet.of(StepCategory.LOCK, StepCategory.SLEEP, StepCategory.PARK));
    }

    /**
     * {@return the thread that makes the batches; empty if it is the training thread, or no step waits for data}
     *
     * @param facts the facts about the window
     */
    static Optional<Loader> of(WindowFacts facts) {
        IntervalSet loading = stretches(facts.waits(), EnumSet.of(StepCategory.DATA_WAIT));
        IntervalSet others = stretches(facts.waits(), EnumSet.of(StepCategory.PARK, StepCategory.LOCK));
        return loading.nanos() > 0 && loading.and(others).nanos() >= MOST * loading.nanos()
                ? Optional.of(new Loader(facts, loading))
                : Optional.empty();
    }

    private static IntervalSet stretches(List<Span> spans, Set<StepCategory> categories) {
        return IntervalSet.of(spans.stream()
                .filter(span -> categories.contains(span.category()))
                .map(span -> new Stretch(span.startNanos(), span.startNanos() + span.nanos()))
                .toList());
    }

    /** {@return the loader thread with its samples while steps waited for it; empty if no sample has found it} */
    Optional<Seen> thread() {
        return thread;
    }

    /** {@return the part of the wait for data in which the loader read files or sockets, in nanoseconds} */
    long storageNanos() {
        return storage.and(loading).nanos();
    }

    /** {@return the part of the wait for data in which the loader neither waited nor read, in nanoseconds} */
    long runningNanos() {
        return thread.isEmpty() ? 0 : loading.minus(waiting).minus(storage).nanos();
    }

    /** {@return the times at which steps waited for data} */
    IntervalSet loading() {
        return loading;
    }
}
