package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import java.util.EnumSet;
import java.util.Set;

/** Times at which the threads of steps waited for data, split by their activity. Immutable. */
final class LoadingTimes {
    private final WindowFacts facts;
    private final IntervalSet loading;
    private final IntervalSet waiting;

    private LoadingTimes(WindowFacts facts) {
        this.facts = facts;
        loading = of(facts, EnumSet.of(StepCategory.DATA_WAIT));
        waiting = of(
                facts, EnumSet.of(StepCategory.LOCK, StepCategory.SLEEP, StepCategory.PARK, StepCategory.INPUT_OUTPUT));
    }

    /**
     * {@return the loading times of a window}
     *
     * @param facts the facts about the window
     */
    static LoadingTimes of(WindowFacts facts) {
        return new LoadingTimes(facts);
    }

    private static IntervalSet of(WindowFacts facts, Set<StepCategory> categories) {
        return Spans.times(facts.waits(), span -> categories.contains(span.category()));
    }

    /** {@return the total wait for data, in nanoseconds} */
    long nanos() {
        return loading.nanos();
    }

    /**
     * {@return the part of the wait for data that is in certain categories, in nanoseconds}
     *
     * @param first a category
     * @param others more categories
     */
    long inside(StepCategory first, StepCategory... others) {
        return loading.and(of(facts, EnumSet.of(first, others))).nanos();
    }

    /** {@return the part of the wait for data in which the threads of steps ran code, in nanoseconds} */
    long runningNanos() {
        return loading.minus(waiting).nanos();
    }

    /**
     * {@return whether a step waited for data at an instant}
     *
     * @param nanos the instant, on the clock of the trace
     */
    boolean isAt(long nanos) {
        return loading.contains(nanos);
    }

    /**
     * {@return whether a step made its data by running code at an instant}
     *
     * @param nanos the instant, on the clock of the trace
     */
    boolean isRunningAt(long nanos) {
        return loading.contains(nanos) && !waiting.contains(nanos);
    }
}
