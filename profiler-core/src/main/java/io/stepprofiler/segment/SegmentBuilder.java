package io.stepprofiler.segment;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.TraceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts a {@link Segment} together: the recorder does, and readers of journals do. Used by one thread; builds once. */
public final class SegmentBuilder {
    private final ClockAnchor start;
    private final ClockAnchor end;
    private final TraceColumns columns = new TraceColumns();
    private final TraceBuilder beside = new TraceBuilder(columns);
    private final Map<Long, ThreadSegmentBuilder> threads = new LinkedHashMap<>();
    private SegmentCounts before = SegmentCounts.ZERO;
    private SegmentCounts after = SegmentCounts.ZERO;

    /**
     * An empty segment.
     *
     * @param start where it begins
     * @param end where it ends
     */
    public SegmentBuilder(ClockAnchor start, ClockAnchor end) {
        this.start = start;
        this.end = end;
    }

    /**
     * {@return what takes everything but the events of threads: names, signatures, call stacks, counters, memory events and
     * steps} Its threads, lanes, samples and accounts do not become part of the segment.
     */
    public TraceBuilder beside() {
        return beside;
    }

    /**
     * {@return what takes the events of a thread}
     *
     * @param id id of the thread
     * @param name name of the thread
     * @param firstIndex how many events of the thread began before the segment, in the same window
     */
    public ThreadSegmentBuilder thread(long id, String name, long firstIndex) {
        return threads.computeIfAbsent(
                id, key -> new ThreadSegmentBuilder(key, name, firstIndex, start.monotonicNanos(), columns.names));
    }

    /**
     * Says what has been counted in the window.
     *
     * @param atStart what had been counted when the segment began
     * @param atEnd what had been counted when it ended
     * @return this builder
     */
    public SegmentBuilder counts(SegmentCounts atStart, SegmentCounts atEnd) {
        before = atStart;
        after = atEnd;
        return this;
    }

    /** {@return the segment} */
    public Segment build() {
        List<CounterTrack> counters = columns.counters.entrySet().stream()
                .map(counter -> new CounterTrack(counter.getKey(), counter.getValue()))
                .toList();
        List<ThreadSegment> present = threads.values().stream()
                .filter(thread -> !thread.isEmpty())
                .map(ThreadSegmentBuilder::build)
                .toList();
        return new Segment(start, end, before, after, columns, counters, present);
    }
}
