package io.stepprofiler.segment;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.Place;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.columns.TrackColumns;
import io.stepprofiler.event.Device;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builder of a {@link Segment}, for the recorder and for readers of journals. Used by one thread; builds once. */
public final class SegmentBuilder {
    private final ClockAnchor start;
    private final ClockAnchor end;
    private final boolean isOfSource;
    private final TraceColumns columns;
    private final TraceBuilder beside;
    private final List<SourceTrack> sourceTracks = new ArrayList<>();
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
        this(start, end, false, new TraceColumns());
    }

    private SegmentBuilder(ClockAnchor start, ClockAnchor end, boolean isOfSource, TraceColumns columns) {
        this.start = start;
        this.end = end;
        this.isOfSource = isOfSource;
        this.columns = columns;
        beside = OverColumns.builder(columns);
    }

    // S5: events belong to the segment in which they are delivered.
    /**
     * {@return an empty segment for events that an activity source delivers}
     *
     * @param at where the segment before it ends
     */
    public static SegmentBuilder ofSource(ClockAnchor at) {
        return ofSource(at, new TraceColumns());
    }

    /**
     * {@return a segment of events that an activity source delivered}
     *
     * @param at where the segment before it ends
     * @param delivered the delivered events, which must not be changed any more
     */
    public static SegmentBuilder ofSource(ClockAnchor at, TraceColumns delivered) {
        return new SegmentBuilder(at, at, true, delivered);
    }

    /**
     * {@return the builder for everything but the events of tracks: names, signatures, call stacks, counters, memory
     * events, samples and steps} Its accounts do not become part of the segment.
     */
    public TraceBuilder beside() {
        return beside;
    }

    /**
     * {@return the builder for the events of a thread}
     *
     * @param id id of the thread
     * @param name name of the thread
     * @param firstIndex number of events of the thread that began before the segment, in the same window
     */
    public ThreadSegmentBuilder thread(long id, String name, long firstIndex) {
        return threads.computeIfAbsent(
                id, key -> new ThreadSegmentBuilder(key, name, firstIndex, start.monotonicNanos(), columns.names));
    }

    /**
     * Adds events of a source, to be read on demand.
     *
     * @param header their header
     * @param isThread whether they are on a thread
     * @param device the device, if they are on a stream of one
     * @param stream number of the stream, or -1
     * @param events adds them; may be called any number of times, on any thread
     * @return this builder
     */
    public SegmentBuilder sourceTrack(
            ThreadSegmentHeader header,
            boolean isThread,
            Optional<Device> device,
            int stream,
            ThreadSegment.Events events) {
        ThreadSegment known = new ThreadSegmentBuilder(
                        header.trackId(), header.trackName(), 0, start.monotonicNanos(), columns.names)
                .readLater(header, events)
                .build();
        sourceTracks.add(new SourceTrack(known, new Place(isThread, device, stream)));
        return this;
    }

    /**
     * Sets the counts of the window.
     *
     * @param atStart the counts when the segment began
     * @param atEnd the counts when it ended
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
                .map(counter -> OverColumns.counter(counter.getKey(), counter.getValue()))
                .toList();
        List<ThreadSegment> present = threads.values().stream()
                .filter(thread -> !thread.isEmpty())
                .map(ThreadSegmentBuilder::build)
                .toList();
        columns.collected().map(this::sourceTrack).forEach(sourceTracks::add);
        return new Segment(
                start, end, before, after, isOfSource, columns, counters, present, List.copyOf(sourceTracks));
    }

    private SourceTrack sourceTrack(TrackColumns track) {
        ThreadSegment events = new ThreadSegmentBuilder(track, start.monotonicNanos()).build();
        return new SourceTrack(events, track.place);
    }
}
