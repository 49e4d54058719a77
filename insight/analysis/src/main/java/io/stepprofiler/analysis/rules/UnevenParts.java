package io.stepprofiler.analysis.rules;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.window.BusyThread;
import io.stepprofiler.analysis.window.NamedThreads;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Thread of a pool with far more work in the steps than the others have: its part of the work is too large.
 *
 * @param thread the thread
 * @param times its work, as a multiple of the mean work of the other threads that have any
 */
record UnevenParts(NamedThreads thread, double times) {
    private static final double FAR_MORE = 2;

    private record Work(NamedThreads thread, long nanos) {}

    /**
     * {@return the thread with the most work, by scopes or else by samples; empty if the work is even, or not known}
     *
     * @param facts the facts about the window
     * @param pool the threads
     */
    static Optional<UnevenParts> of(WindowFacts facts, NamedThreads pool) {
        IntervalSet steps = facts.inSteps();
        List<Work> works = facts.otherThreads().each(pool).stream()
                .map(thread -> new Work(thread, nanos(facts, thread, steps)))
                .filter(work -> work.nanos() > 0)
                .sorted(Comparator.comparingLong(Work::nanos).reversed())
                .toList();
        if (works.size() < 2) {
            return Optional.empty();
        }
        double others = works.stream().skip(1).mapToLong(Work::nanos).average().orElseThrow();
        return Optional.of(new UnevenParts(works.get(0).thread(), works.get(0).nanos() / others))
                .filter(parts -> parts.times() >= FAR_MORE);
    }

    private static long nanos(WindowFacts facts, NamedThreads thread, IntervalSet steps) {
        return facts.otherThreads()
                .busiest(thread, steps)
                .map(BusyThread::nanos)
                .filter(nanos -> nanos > 0)
                .orElseGet(() -> EndingThreads.sampled(facts.otherThreads().running(thread, steps::contains)));
    }

    /** {@return the thread as a part of a sentence} */
    String text() {
        return thread.text() + " has " + Amount.number(times) + " times the mean work of the others of its pool";
    }
}
