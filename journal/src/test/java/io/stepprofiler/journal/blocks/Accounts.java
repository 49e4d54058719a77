package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.Trace;

/** Assertions on the account of a trace that is less than its window. */
final class Accounts {
    private Accounts() {}

    static long dropped(Trace trace, DropCause cause) {
        return trace.account().dropped().getOrDefault(cause, 0L);
    }

    /** {@code lost} events are missing, and nothing else has changed. */
    static void assertDamaged(Trace trace, Trace whole, long lost) {
        assertThat(trace.account().begun()).isEqualTo(whole.account().begun());
        assertThat(dropped(trace, DropCause.JOURNAL_DAMAGED))
                .isEqualTo(dropped(whole, DropCause.JOURNAL_DAMAGED) + lost);
        assertAddsUp(trace);
    }

    /** Asserts that the trace holds as much as its account says. */
    static void assertAddsUp(Trace trace) {
        long held = trace.eventCount()
                + trace.memory().size()
                + trace.counters().stream().mapToLong(counter -> counter.size()).sum();
        long unfinished = trace.account().unfinished().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(trace.account().written() + unfinished).isEqualTo(held);
    }
}
