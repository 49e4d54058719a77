package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Stretches;
import io.stepprofiler.analysis.steps.Stretches.Stretch;
import io.stepprofiler.analysis.window.OtherThreads.Seen;
import io.stepprofiler.analysis.window.Span;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The thread that makes the batches, where it is another one than that which trains: where most of the wait for data is
 * for other threads, the one that does the most meanwhile. Immutable.
 */
final class Loader {
    private static final double MOST = 0.5;

    private final Stretches loading;
    private final Optional<Seen> thread;
    private final Stretches storage;
    private final Stretches waiting;

    private Loader(WindowFacts facts, Stretches loading) {
        this.loading = loading;
        thread = facts.otherThreads().at(loading::contains).stream().findFirst();
        List<Span> waits = thread.map(each -> facts.waitsOf(each.id(), loading)).orElse(List.of());
        storage = stretches(waits, EnumSet.of(StepCategory.INPUT_OUTPUT));
        waiting = stretches(waits, EnumSet.of(StepCategory.LOCK, StepCategory.SLEEP, StepCategory.PARK));
    }

    /**
     * {@return the thread that makes the batches; empty if that is the one that trains, or nothing waits for data}
     *
     * @param facts what is known of the window
     */
    static Optional<Loader> of(WindowFacts facts) {
        Stretches loading = stretches(facts.waits(), EnumSet.of(StepCategory.DATA_WAIT));
        Stretches others = stretches(facts.waits(), EnumSet.of(StepCategory.PARK, StepCategory.LOCK));
        return loading.nanos() > 0 && loading.and(others).nanos() >= MOST * loading.nanos()
                ? Optional.of(new Loader(facts, loading))
                : Optional.empty();
    }

    private static Stretches stretches(List<Span> spans, Set<StepCategory> categories) {
        return Stretches.of(spans.stream()
                .filter(span -> categories.contains(span.category()))
                .map(span -> new Stretch(span.startNanos(), span.startNanos() + span.nanos()))
                .toList());
    }

    /** {@return what it did while the steps waited for it; empty if no sample has found it} */
    Optional<Seen> thread() {
        return thread;
    }

    /** {@return for how long of the wait for data it read files or sockets, in nanoseconds} */
    long storageNanos() {
        return storage.and(loading).nanos();
    }

    /** {@return for how long of the wait for data it ran code, as far as is known, in nanoseconds} */
    long runningNanos() {
        return thread.isEmpty() ? 0 : loading.minus(waiting).minus(storage).nanos();
    }

    /** {@return when steps waited for it} */
    Stretches loading() {
        return loading;
    }
}
