package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.Stretches;
import io.stepprofiler.analysis.steps.Stretches.Stretch;
import java.util.EnumSet;
import java.util.Set;

/** When the threads of steps waited for data in their steps, and what they did then. Immutable. */
final class LoadingTimes {
    private final WindowFacts facts;
    private final Stretches loading;
    private final Stretches waiting;

    private LoadingTimes(WindowFacts facts) {
        this.facts = facts;
        loading = of(facts, EnumSet.of(StepCategory.DATA_WAIT));
        waiting = of(
                facts, EnumSet.of(StepCategory.LOCK, StepCategory.SLEEP, StepCategory.PARK, StepCategory.INPUT_OUTPUT));
    }

    /**
     * {@return the loading times of a window}
     *
     * @param facts what is known of the window
     */
    static LoadingTimes of(WindowFacts facts) {
        return new LoadingTimes(facts);
    }

    private static Stretches of(WindowFacts facts, Set<StepCategory> categories) {
        return Stretches.of(facts.waits().stream()
                .filter(span -> categories.contains(span.category()))
                .map(span -> new Stretch(span.startNanos(), span.startNanos() + span.nanos()))
                .toList());
    }

    /** {@return how long they waited for data, in nanoseconds} */
    long nanos() {
        return loading.nanos();
    }

    /**
     * {@return how long they waited for data by waiting for certain things, in nanoseconds}
     *
     * @param first what for
     * @param others what else for
     */
    long inside(StepCategory first, StepCategory... others) {
        return loading.and(of(facts, EnumSet.of(first, others))).nanos();
    }

    /** {@return how long they got their data by running code, in nanoseconds} */
    long runningNanos() {
        return loading.minus(waiting).nanos();
    }

    /**
     * {@return whether data was waited for at an instant}
     *
     * @param nanos the instant, on the clock of the trace
     */
    boolean isAt(long nanos) {
        return loading.contains(nanos);
    }

    /**
     * {@return whether data was waited for at an instant by running code}
     *
     * @param nanos the instant, on the clock of the trace
     */
    boolean isRunningAt(long nanos) {
        return loading.contains(nanos) && !waiting.contains(nanos);
    }
}
