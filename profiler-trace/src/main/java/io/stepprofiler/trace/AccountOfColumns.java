package io.stepprofiler.trace;

import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.PiecedTrack;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.UnfinishedCause;
import java.util.EnumMap;
import java.util.Map;

/** Loss account of a trace that is being built: counts the events in its columns and the reported losses. */
final class AccountOfColumns {
    private final TraceColumns columns;
    private final Map<UnfinishedCause, Long> unfinished = new EnumMap<>(UnfinishedCause.class);

    AccountOfColumns(TraceColumns columns) {
        this.columns = columns;
    }

    /** Counts events marked unfinished by cause. */
    void unfinished(UnfinishedCause cause, long count) {
        unfinished.merge(cause, count, Long::sum);
    }

    /** {@return the account; unfinished events without a cause were open when the window ended} */
    LossAccount complete() {
        long onTracks =
                columns.collected().mapToLong(track -> track.events.size).sum()
                        + columns.pieced.stream()
                                .mapToLong(track -> track.pieces().size())
                                .sum();
        long open = columns.collected()
                        .mapToLong(track -> track.events.unfinished.cardinality())
                        .sum()
                + columns.pieced.stream().mapToLong(PiecedTrack::unfinished).sum();
        unfinished(UnfinishedCause.WINDOW_ENDED, open - sum(unfinished));
        long held = onTracks
                + columns.samples.size()
                + columns.counters.values().stream()
                        .mapToLong(CounterColumns::size)
                        .sum()
                + columns.memory.size();
        return new LossAccount(
                columns.begun.orElse(held + sum(columns.dropped)),
                held - open,
                columns.dropped,
                unfinished,
                columns.anomalies);
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
