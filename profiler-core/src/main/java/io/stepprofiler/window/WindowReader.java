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
 * Reads what the threads of a window write: all of it once the window has ended, or a segment at a time while it goes
 * on.
 *
 * <p>Threads may be in the middle of a scope. What they publish in time is taken, what began after the instant up to
 * which is read is left, and what has no end by then is open: for a later segment to end, or unfinished. For one thread
 * at a time.
 */
public final class WindowReader {
    private final Window window;
    private final TickScale scale;
    /** By the tickets of the threads, in their order; without those that are done. */
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

    /** Takes a reading of the clocks into account, so that times in between are exact. */
    public void add(ClockReading reading) {
        scale.add(reading.reading());
    }

    /** Whether segments have been taken of the window: then the rest of it is one, too. */
    boolean hasCut() {
        return hasCut;
    }

    /** What had been counted at the end of the last segment. */
    public SegmentCounts counted() {
        return counted;
    }

    /** Gives up what began before {@code nanos}, and its ends. */
    public void giveUpBefore(long nanos) {
        givenUpBefore = nanos;
    }

    /** What the metadata says of the clock that the window was recorded with. */
    String describeClock() {
        return scale.describe();
    }

    /** Bytes of the full pieces that wait to be read: what a segment would give back to its threads. */
    public long fullBytes() {
        findThreads();
        long full = 0;
        for (ThreadReader reader : readers.values()) {
            full += reader.fullBytes();
        }
        return full;
    }

    /** Whether threads have come since the last segment: many short ones fill a window without a single full piece. */
    boolean hasNewThreads() {
        return newThreads;
    }

    /** What happened since the last segment, up to {@code at}; what was read is given back to its threads. */
    public Segment cut(ClockReading at) {
        // Now: what is dropped while this is read is in the next segment, which a history keeps for longer.
        Map<DropCause, Long> drops = window.drops.all();
        window.noteThreads();
        return segment(at, drops);
    }

    /** What happened since the last segment, up to the end of the window. */
    public Segment cutLast() {
        return segment(window.endReading(), null);
    }

    /**
     * What happened up to an instant.
     *
     * @param droppedBefore what had been dropped by then; null at the end of the window, where all counts
     */
    private Segment segment(ClockReading at, @Nullable Map<DropCause, Long> droppedBefore) {
        boolean isLast = droppedBefore == null;
        hasCut = true;
        scale.add(at.reading());
        findThreads();
        SegmentBuilder segment = new SegmentBuilder(last.clock(), at.clock());
        Cut cut = cut(at, isLast, segment.beside(), Deadline.NEVER);
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
     * What an activity source delivered since the last segment, as a segment that follows it.
     *
     * @param delivered what it delivered, which must not be changed any more
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
     * How many events each thread has had: of one that has used several buffers the first that has not been read whole
     * counts.
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
     * Copies the whole window into a trace; takes about 10 ns an event. What is left when the deadline comes is
     * dropped, and counted.
     */
    public void readAll(TraceBuilder trace, Deadline deadline) {
        ClockReading end = window.endReading();
        scale.add(end.reading());
        findThreads();
        Cut cut = cut(end, true, trace, deadline);
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

    private Cut cut(ClockReading at, boolean isLast, TraceBuilder trace, Deadline deadline) {
        NameResolver names = new NameResolver(window.names, trace);
        OpRecord operations = new OpRecord(trace, names::text, window.anomalies);
        return new Cut(at, window, isLast, names, operations, new StackResolver(window.stacks, trace), deadline);
    }

    /** Gives up the threads that have ended: a window may see more of them than fit into memory. */
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
        // Before the threads: events that these refer to are known by then.
        List<Window.ForeignEnd> ends = window.takeForeignEnds();
        List<ThreadBuffer> arrived = window.takeArrived();
        arrived.forEach(buffer -> readers.put(buffer.ticket(), new ThreadReader(buffer, scale)));
        newThreads |= !arrived.isEmpty();
        List<Window.ForeignEnd> again = List.copyOf(unknownEnds);
        unknownEnds.clear();
        ends.forEach(this::tell);
        again.forEach(this::tell);
        // Their threads may have come since: they are looked for once more, the next time.
        readers.values()
                .forEach(reader -> reader.findEndsElsewhere(() -> window.hasEndsInLogs, end -> {
                    if (!tell(end)) {
                        unknownEnds.add(end);
                    }
                }));
    }

    private boolean tell(Window.ForeignEnd end) {
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

    private void addSteps(List<StepMarks.Mark> marks, Cut cut, TraceBuilder trace) {
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
