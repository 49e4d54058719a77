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
 * Joins the segments of a window into a trace.
 *
 * <p>The trace reads the events of threads when they are asked for; counters, memory events and steps are copied. What
 * else belongs to the trace is added to {@link #trace()}. Used by one thread; builds once.
 */
public final class JoinedSegments {
    /** Bytes that the pieces of all tracks that were read last may take: there may be several traces at a time. */
    private static final long CACHED_BYTES =
            Math.min(16L << 20, Runtime.getRuntime().maxMemory() / 64);

    private final TraceColumns columns = new TraceColumns();
    private final TraceBuilder trace = new TraceBuilder(columns);
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
     * Adds a segment: what threads did in it comes after what they did in those added before.
     *
     * @param segment the next segment; some between it and the last may be missing, which the account then shows
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
            // What was open at the end of the last one comes again, open or ended.
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
            // As if their segment could not be read.
            events -= track.events().size();
            missing = true;
        }
    }

    /**
     * Says what had been counted in the window, whatever segments there are: what began in between and is neither in
     * one of them nor dropped was in segments that are missing. To be called when all segments have been added;
     * otherwise the first and the last segment say it.
     *
     * @param atStart what had been counted where the trace begins
     * @param atEnd what had been counted where it ends
     * @return this
     */
    public JoinedSegments counted(SegmentCounts atStart, SegmentCounts atEnd) {
        missing |= !atStart.equals(before) || !atEnd.equals(after);
        before = atStart;
        after = atEnd;
        return this;
    }

    /**
     * {@return whether segments are missing, between those that were added or at either end} The trace is partial then.
     */
    public boolean isMissingSegments() {
        return missing;
    }

    /** {@return the number of events in segments that are missing} They are {@link DropCause#JOURNAL_DAMAGED}. */
    public long missingEvents() {
        SegmentCounts counts = after.since(before);
        return Math.max(counts.begun() - events - dropped(counts), 0);
    }

    /**
     * Says that the journal, from which the segments come, ends before its window does: what is open at its end is
     * unfinished for that reason.
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
        // There may be millions: each is given up at once.
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
        trace.dropped(DropCause.JOURNAL_DAMAGED, missingEvents());
        counts.dropped().forEach(trace::dropped);
        counts.anomalies().forEach(trace::anomaly);
        trace.begun(Math.max(counts.begun(), events + dropped(counts)));
    }

    private static long dropped(SegmentCounts counts) {
        return counts.dropped().values().stream().mapToLong(Long::longValue).sum();
    }
}
