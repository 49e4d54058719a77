package io.stepprofiler.window;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.clock.TickScale;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.StepMarks;
import io.stepprofiler.recording.ThreadBuffer;
import io.stepprofiler.recording.ThreadNames;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the buffers of a window's threads: all at once after the window has ended, or a segment at a time while it
 * is open.
 *
 * <p>Threads may be in the middle of a scope. Events that they publish in time are read, events that began after the
 * end of the reading are left, and events without an end by then are open: a later segment ends them, or they are
 * unfinished. Used by one thread at a time.
 */
public final class WindowReader {
    private final Window window;
    private final TickScale scale;
    /** Readers by the tickets of their threads, in their order, without the ones that are done. */
    private final Map<Integer, ThreadReader> readers = new LinkedHashMap<>();

    /** Ends of events of threads that were not known when the ends were found. */
    private final List<Window.ForeignEnd> unknownEnds = new ArrayList<>();

    private long begunByRetired;
    private long begunInSources;
    private ClockReading last;
    private SegmentCounts counted = SegmentCounts.ZERO;
    private boolean hasCut;
    private boolean newThreads;
    private long givenUpBefore = Long.MIN_VALUE;

    public WindowReader(Window window) {
        this.window = window;
        scale = new TickScale(window.start);
        last = window.start;
    }

    /** Adds a reading of the clocks, so that times in between are exact. */
    public void add(ClockReading reading) {
        scale.add(reading.reading());
    }

    /** True if segments have been taken of the window: the rest of it then becomes a segment, too. */
    boolean hasCut() {
        return hasCut;
    }

    /** Returns the counts at the end of the last segment. */
    public SegmentCounts counted() {
        return counted;
    }

    /** Declares events that began before {@code nanos}, and their ends, to be discarded. */
    public void giveUpBefore(long nanos) {
        givenUpBefore = nanos;
    }

    /** Returns the metadata about the clock that the window was recorded with. */
    String describeClock() {
        return scale.describe();
    }

    /** Returns the bytes of full chunks that wait to be read, which a segment would give back to their threads. */
    public long fullBytes() {
        findThreads();
        long full = 0;
        for (ThreadReader reader : readers.values()) {
            full += reader.fullBytes();
        }
        return full;
    }

    /** True if threads have come since the last segment: many short ones fill a window without a single full chunk. */
    boolean hasNewThreads() {
        return newThreads;
    }

    /** Returns the segment since the last one, up to {@code at}; gives the chunks read back to their threads. */
    public Segment cut(ClockReading at) {
        // First: drops during the reading belong to the next segment, which a history retains longer.
        Map<DropCause, Long> drops = window.drops.all();
        window.noteThreads();
        return segment(at, drops);
    }

    /** Returns the segment since the last one, up to the end of the window. */
    public Segment cutLast() {
        return segment(window.endReading(), null);
    }

    /**
     * Returns the segment since the last one, up to an instant.
     *
     * @param droppedBefore drops by then; null at the end of the window, when all drops count
     */
    private Segment segment(ClockReading at, @Nullable Map<DropCause, Long> droppedBefore) {
        boolean isLast = droppedBefore == null;
        hasCut = true;
        scale.add(at.reading());
        findThreads();
        SegmentBuilder segment = new SegmentBuilder(last.clock(), at.clock());
        ReadContext cut = cut(at, isLast, segment.beside(), Deadline.NEVER);
        Map<Long, Long> firstIndexes = firstIndexes();
        for (ThreadReader reader : readers.values()) {
            long id = reader.buffer.thread.getId();
            ThreadSegmentBuilder threadSegment =
                    segment.thread(id, reader.buffer.threadName(), firstIndexes.getOrDefault(id, reader.eventsRead()));
            reader.new Reading(cut, segment.beside(), threadSegment.events(), threadSegment).readAll();
        }
        addSteps(window.steps.take(at.ticks()), cut, segment.beside());
        SegmentCounts before = counted;
        Map<DropCause, Long> drops = droppedBefore == null ? window.drops.all() : droppedBefore;
        counted = new SegmentCounts(begun(drops), drops, window.anomalies.all());
        if (!isLast) {
            retire();
        }
        newThreads = false;
        scale.forgetBefore(last.ticks());
        last = at;
        return segment.counts(before, counted).build();
    }

    /**
     * Returns the deliveries of an activity source since the last segment, as a segment that follows it.
     *
     * @param delivered the deliveries, which must not be changed any more
     */
    public Segment ofSource(TraceColumns delivered) {
        hasCut = true;
        long dropped = 0;
        for (Map.Entry<DropCause, Long> each : delivered.dropped.entrySet()) {
            window.drops.add(each.getKey(), each.getValue());
            dropped += each.getValue();
        }
        delivered.anomalies.forEach(window.anomalies::add);
        begunInSources += delivered.begun.orElse(0) - dropped;
        SegmentCounts before = counted;
        counted = before.plus(delivered.begun.orElse(0), delivered.dropped, delivered.anomalies);
        return SegmentBuilder.ofSource(last.clock(), delivered)
                .counts(before, counted)
                .build();
    }

    /**
     * Returns the number of events that have been read of each thread; for a thread with several buffers, in the first
     * one that has not been read whole.
     */
    private Map<Long, Long> firstIndexes() {
        Map<Long, Long> indexes = new HashMap<>();
        for (ThreadReader reader : readers.values()) {
            if (!reader.isReadOut()) {
                indexes.putIfAbsent(reader.buffer.thread.getId(), reader.eventsRead());
            }
        }
        return indexes;
    }

    /**
     * Copies the whole window into a trace; takes about 10 ns an event. Events that are left at the deadline are
     * dropped and counted.
     */
    public void readAll(TraceBuilder trace, Deadline deadline) {
        ClockReading end = window.endReading();
        scale.add(end.reading());
        findThreads();
        ReadContext cut = cut(end, true, trace, deadline);
        for (ThreadReader reader : readers.values()) {
            long id = reader.buffer.thread.getId();
            reader.new Reading(cut, trace, trace.thread(id, reader.buffer.threadName()), null).readAll();
        }
        addSteps(window.steps.all(), cut, trace);
        Map<DropCause, Long> drops = window.drops.all();
        trace.begun(begun(drops));
        drops.forEach(trace::dropped);
        window.anomalies.forEach(trace::anomaly);
    }

    private ReadContext cut(ClockReading at, boolean isLast, TraceBuilder trace, Deadline deadline) {
        NameResolver names = new NameResolver(window.names, trace);
        OpRecord operations = new OpRecord(trace, names::text, window.anomalies);
        return new ReadContext(
                at, window, isLast, names, operations, new StackResolver(window.stacks, trace), deadline);
    }

    /** Forgets threads that have ended: a window may see more of them than fit into memory. */
    private void retire() {
        readers.values().removeIf(reader -> {
            boolean isDone = reader.isDone(givenUpBefore);
            if (isDone) {
                begunByRetired += reader.begun();
                window.retire(reader.buffer, ThreadRecorder.BYTES + reader.buffer.takenBytes());
            }
            return isDone;
        });
    }

    private void findThreads() {
        // Taken before the threads, so that the threads of these events are known.
        List<Window.ForeignEnd> ends = window.takeForeignEnds();
        List<ThreadBuffer> arrived = window.takeArrived();
        arrived.forEach(buffer -> readers.put(buffer.ticket(), new ThreadReader(buffer, scale)));
        newThreads |= !arrived.isEmpty();
        List<Window.ForeignEnd> again = List.copyOf(unknownEnds);
        unknownEnds.clear();
        ends.forEach(this::report);
        again.forEach(this::report);
        // An end may belong to a thread that has come since: it is looked up again the next time.
        readers.values()
                .forEach(reader -> reader.findEndsElsewhere(() -> window.hasEndsInLogs, end -> {
                    if (!report(end)) {
                        unknownEnds.add(end);
                    }
                }));
    }

    private boolean report(Window.ForeignEnd end) {
        ThreadReader reader = readers.get(ThreadRecorder.ticketOf(end.token()));
        if (reader != null) {
            reader.endElsewhere((int) end.token(), end.ticks());
        }
        return reader != null;
    }

    private long begun(Map<DropCause, Long> drops) {
        long begun = begunByRetired + begunInSources;
        for (ThreadReader reader : readers.values()) {
            begun += reader.begun();
        }
        for (long count : drops.values()) {
            begun += count;
        }
        return begun;
    }

    private void addSteps(List<StepMarks.Mark> marks, ReadContext cut, TraceBuilder trace) {
        Map<Thread, Long> lastBegun = new HashMap<>();
        readers.values().forEach(reader -> lastBegun.merge(reader.buffer.thread, reader.lastBegunNanos(), Math::max));
        for (StepMarks.Mark mark : marks) {
            if (mark.startTicks() > cut.ticks()) {
                continue;
            }
            long start = scale.nanos(mark.startTicks());
            boolean open = mark.endTicks() == Chunk.OPEN || mark.endTicks() > cut.ticks();
            if (open && cut.isLast() && lastBegun.getOrDefault(mark.thread(), Long.MIN_VALUE) < start) {
                continue; // The loop was over when this mark was opened: its thread did nothing in it.
            }
            long end = open ? cut.nanos() : scale.nanos(mark.endTicks());
            long thread = mark.thread().getId();
            if (!hasCut) {
                trace.thread(thread, ThreadNames.nameOf(mark.thread()));
            }
            long cpu = open ? StepMark.UNKNOWN_CPU : mark.cpu();
            trace.step(new StepMark(mark.number(), start, end - start, thread, open, cpu));
        }
    }
}
