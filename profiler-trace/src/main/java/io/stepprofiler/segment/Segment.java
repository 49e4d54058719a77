package io.stepprofiler.segment;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.MemoryColumns;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.Names;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import java.util.AbstractList;
import java.util.Collections;
import java.util.List;

/**
 * Part of a window between two instants, as a journal keeps it.
 *
 * <p>It is self-contained: names, signatures and call stacks are numbered within it. It holds events that are open at
 * its end as unfinished; a later segment of the window has their ends. {@link JoinedSegments} joins segments into a
 * trace. Immutable; safe on any thread.
 */
public final class Segment {
    private static final long BYTES = 1000;

    private final ClockAnchor start;
    private final ClockAnchor end;
    private final SegmentCounts before;
    private final SegmentCounts after;
    private final boolean isOfSource;
    private final TraceColumns columns;
    private final List<ThreadSegment> threads;
    private final List<SourceTrack> sourceTracks;
    private final List<CounterTrack> counters;
    private final List<StepMark> steps;

    /** The columns must not change any more. */
    Segment(
            ClockAnchor start,
            ClockAnchor end,
            SegmentCounts before,
            SegmentCounts after,
            boolean isOfSource,
            TraceColumns columns,
            List<CounterTrack> counters,
            List<ThreadSegment> threads,
            List<SourceTrack> sourceTracks) {
        this.start = start;
        this.end = end;
        this.before = before;
        this.after = after;
        this.isOfSource = isOfSource;
        this.columns = columns;
        this.counters = counters;
        this.threads = threads;
        this.sourceTracks = sourceTracks;
        steps = List.copyOf(columns.steps);
    }

    /** {@return its start: the end of the previous segment, or the start of its window} */
    public ClockAnchor start() {
        return start;
    }

    /** {@return its end; nothing in it is later} */
    public ClockAnchor end() {
        return end;
    }

    /** {@return the counts of the window at its start} */
    public SegmentCounts before() {
        return before;
    }

    /** {@return the counts of the window at its end} */
    public SegmentCounts after() {
        return after;
    }

    /** {@return the segments of the threads, without idle threads} */
    public List<ThreadSegment> threads() {
        return threads;
    }

    /**
     * {@return whether it holds only events that an activity source delivered} It then starts and ends at one instant,
     * since events are in the segment in which they are delivered, whenever they began.
     */
    public boolean isOfSource() {
        return isOfSource;
    }

    /** {@return the events that an activity source delivered} */
    public List<SourceTrack> sourceTracks() {
        return sourceTracks;
    }

    /** {@return the samples of call stacks that an activity source delivered} */
    public List<StackSample> samples() {
        return Collections.unmodifiableList(columns.samples);
    }

    /** {@return the samples of counters} */
    public List<CounterTrack> counters() {
        return counters;
    }

    /** {@return the memory events, as a list that makes each object when it is read} */
    public List<MemoryEvent> memory() {
        MemoryColumns memory = columns.memory;
        return new AbstractList<>() {
            @Override
            public MemoryEvent get(int index) {
                return memory.event(index);
            }

            @Override
            public int size() {
                return memory.size();
            }
        };
    }

    /** {@return the marks of the steps that ended in it, and, marked unfinished, of one that is open at its end} */
    public List<StepMark> steps() {
        return steps;
    }

    /** {@return the number of events, samples and memory events} */
    public long size() {
        return sourceSize()
                + threads.stream().mapToLong(ThreadSegment::size).sum()
                + counters.stream().mapToLong(CounterTrack::size).sum()
                + columns.memory.size();
    }

    /** {@return the number of events on tracks and of samples of call stacks that an activity source delivered} */
    public long sourceSize() {
        return sourceTracks.stream().mapToLong(track -> track.events().size()).sum() + columns.samples.size();
    }

    /** {@return its approximate size in bytes, without events that are read on demand} */
    public long bytes() {
        return BYTES
                + nameBytes(columns.names)
                + CounterColumns.BYTES_PER_SAMPLE
                        * counters.stream().mapToLong(CounterTrack::size).sum()
                + columns.memory.heapBytes()
                + 64L * columns.samples.size()
                + sourceTracks.stream()
                        .mapToLong(track -> track.events().bytes())
                        .sum()
                + threads.stream().mapToLong(ThreadSegment::bytes).sum();
    }

    private static long nameBytes(Names names) {
        long bytes = 0;
        for (int i = 0; i < names.nameCount(); i++) {
            bytes += 100 + 2L * names.name(i).length();
        }
        return bytes + 400L * (names.stackCount() + names.signatureCount());
    }

    /** {@return the names, signatures and call stacks that its events refer to by number} */
    public Names names() {
        return columns.names;
    }

    TraceColumns columns() {
        return columns;
    }
}
