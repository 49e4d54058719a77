package io.stepprofiler.segment;

import io.stepprofiler.columns.NameNumbers;
import io.stepprofiler.columns.PieceCache;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a trace from the segments of a window.
 *
 * <p>The trace reads the events of threads on demand; counters, memory events and steps are copied. Everything else of
 * the trace is added to {@link #trace()}. Used by one thread; builds once.
 */
public final class JoinedSegments {
    /** Most bytes of the recently read parts of all tracks: there may be several traces at a time. */
    private static final long CACHED_BYTES =
            Math.min(16L << 20, Runtime.getRuntime().maxMemory() / 64);

    private final TraceColumns columns = new TraceColumns();
    private final TraceBuilder trace = OverColumns.builder(columns);
    private final Map<Long, JoinedTrack> threads = new LinkedHashMap<>();
    private @Nullable Segment last;
    private long events;
    private SegmentCounts before = SegmentCounts.ZERO;
    private SegmentCounts after = SegmentCounts.ZERO;
    private boolean missing;
    private UnfinishedCause openCause = UnfinishedCause.WINDOW_ENDED;

    /** No segments. */
    public JoinedSegments() {}

    /** {@return the builder that takes everything else; {@link #build()} builds it} */
    public TraceBuilder trace() {
        return trace;
    }

    /**
     * Adds a segment, whose events follow the events of the segments added before.
     *
     * @param segment the next segment; segments between it and the last may be missing, which the account then shows
     * @return this
     */
    public JoinedSegments add(Segment segment) {
        if (last == null) {
            before = segment.before();
        } else {
            missing |= !segment.before().equals(after);
        }
        last = segment;
        after = segment.after();
        events += segment.size();
        NameNumbers numbers = addThreads(segment);
        columns.addInstants(segment.columns(), numbers);
        segment.sourceTracks().forEach(track -> add(track, numbers));
        if (!segment.isOfSource()) {
            // Steps that were open at the end of the last segment come again, open or ended.
            columns.steps.removeIf(StepMark::unfinished);
            columns.steps.addAll(segment.steps());
        }
        return this;
    }

    private NameNumbers addThreads(Segment segment) {
        NameNumbers numbers = new NameNumbers(segment.columns().names, columns.names);
        long from = segment.start().monotonicNanos();
        for (ThreadSegment thread : segment.threads()) {
            threads.computeIfAbsent(thread.header().trackId(), JoinedTrack::new)
                    .add(thread, numbers, from, count -> trace.anomaly(Anomaly.CLOSED_TWICE, count));
        }
        return numbers;
    }

    private void add(SourceTrack track, NameNumbers numbers) {
        try {
            track.addTo(columns, numbers);
        } catch (IOException e) {
            // Counted as if their segment could not be read.
            events -= track.events().size();
            missing = true;
        }
    }

    /**
     * Sets the counts of the window, whatever segments there are: events that began in between and are neither in a
     * segment nor dropped were in missing segments. To be called when all segments have been added; the default is the
     * counts of the first and the last segment.
     *
     * @param atStart the counts where the trace begins
     * @param atEnd the counts where it ends
     * @return this
     */
    public JoinedSegments counted(SegmentCounts atStart, SegmentCounts atEnd) {
        missing |= !atStart.equals(before) || !atEnd.equals(after);
        before = atStart;
        after = atEnd;
        return this;
    }

    /** {@return whether segments are missing, between the added ones or at either end} The trace is partial then. */
    public boolean isMissingSegments() {
        return missing;
    }

    /** {@return the number of events in segments that are missing} Their cause is {@link DropCause#JOURNAL_DAMAGED}. */
    public long missingEvents() {
        SegmentCounts counts = after.since(before);
        return Math.max(counts.begun() - events - dropped(counts), 0);
    }

    /**
     * Marks the journal of the segments as ended before its window: events that are open at its end are unfinished for
     * that reason.
     *
     * @return this
     */
    public JoinedSegments journalEnded() {
        openCause = UnfinishedCause.JOURNAL_ENDED;
        return this;
    }

    /**
     * {@return the trace}
     *
     * @throws IllegalArgumentException if the account does not add up
     */
    public Trace build() {
        joinThreads();
        if (last != null || missing) {
            count(after.since(before));
        }
        if (missing) {
            trace.partial(true);
        }
        return trace.build();
    }

    private void joinThreads() {
        PieceCache cache = threads.isEmpty() ? PieceCache.NONE : new PieceCache(CACHED_BYTES);
        long end = columns.end != null ? columns.end.monotonicNanos() : lastNanos();
        // There may be millions of threads: each is released at once.
        for (Iterator<JoinedTrack> each = threads.values().iterator(); each.hasNext(); each.remove()) {
            JoinedTrack thread = each.next();
            trace.unfinished(thread.cause(openCause), thread.openCount());
            columns.pieced.add(thread.build(columns.threads.remove(thread.id()), end, cache));
        }
    }

    private long lastNanos() {
        long start = columns.start.monotonicNanos();
        return last == null ? start : Math.max(last.end().monotonicNanos(), start);
    }

    private void count(SegmentCounts counts) {
        // J6: the counts of the writer are compared with the events that were read.
        trace.dropped(DropCause.JOURNAL_DAMAGED, missingEvents());
        counts.dropped().forEach(trace::dropped);
        counts.anomalies().forEach(trace::anomaly);
        trace.begun(Math.max(counts.begun(), events + dropped(counts)));
    }

    private static long dropped(SegmentCounts counts) {
        return counts.dropped().values().stream().mapToLong(Long::longValue).sum();
    }
}
