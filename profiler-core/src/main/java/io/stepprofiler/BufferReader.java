package io.stepprofiler;

import io.stepprofiler.trace.Anomaly;
import io.stepprofiler.trace.DropCause;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.trace.UnfinishedCause;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies one thread's buffer into its track of a trace, up to the end of the window. */
final class BufferReader {
    /** The events without an end, by cause. */
    private record Open(BitSet windowEnded, BitSet threadEnded) {}

    private final ThreadBuffer buffer;
    private final TraceBuilder trace;
    private final TrackBuilder track;
    private final NameResolver names;
    private final long windowEnd;
    private final Deadline deadline;
    private final int[] firstEvents;
    private final int[] sizes;
    private long lastBegun = Long.MIN_VALUE;
    private long lastSeen = Long.MIN_VALUE;
    private int copied;

    BufferReader(ThreadBuffer buffer, TraceBuilder trace, NameResolver names, long windowEnd, Deadline deadline) {
        this.buffer = buffer;
        this.deadline = deadline;
        this.trace = trace;
        this.names = names;
        this.windowEnd = windowEnd;
        track = trace.thread(buffer.thread.getId(), buffer.threadName());
        sizes = new int[buffer.publishedChunkCount()];
        firstEvents = new int[sizes.length + 1];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = sizeInWindow(buffer.chunks()[i]);
            firstEvents[i + 1] = firstEvents[i] + sizes[i];
        }
        track.reserve(eventCount());
    }

    /** Events of the thread that began in the window and had room. */
    int eventCount() {
        return firstEvents[sizes.length];
    }

    /** When the last event began or the last sample was taken; {@link Long#MIN_VALUE} if there is none. */
    long lastBegunNanos() {
        return lastBegun;
    }

    private int sizeInWindow(@Nullable Chunk chunk) {
        if (chunk == null) {
            return 0;
        }
        int size = chunk.publishedSize();
        while (size > 0 && chunk.start(size - 1) > windowEnd) {
            size--;
        }
        return size;
    }

    void addEvents(List<Window.ForeignEnd> foreignEnds) {
        Map<Integer, Long> endsElsewhere = endsBySlot(foreignEnds);
        Open open = new Open(new BitSet(), new BitSet());
        for (int i = 0; i < sizes.length; i++) {
            Chunk chunk = buffer.chunks()[i];
            if (deadline.isOver()) {
                break;
            }
            if (chunk != null) {
                addEvents(chunk, sizes[i], i << Chunk.OFFSET_BITS, endsElsewhere, open);
                copied += sizes[i];
            }
        }
        if (copied < eventCount()) {
            trace.dropped(DropCause.POST_PROCESSING_TIMEOUT, eventCount() - copied);
        }
        // Those of events that are not in the trace tell nothing.
        endsElsewhere.keySet().stream()
                .filter(slot -> eventAt(slot) >= 0)
                .forEach(slot -> trace.anomaly(Anomaly.CLOSED_TWICE, 1));
        finish(open);
    }

    private void addEvents(Chunk chunk, int size, int firstSlot, Map<Integer, Long> endsElsewhere, Open open) {
        for (int offset = 0; offset < size; offset++) {
            long start = chunk.start(offset);
            long end = chunk.publishedEnd(offset);
            boolean async = false;
            if (end == Chunk.OPEN && !endsElsewhere.isEmpty()) {
                Long elsewhere = endsElsewhere.remove(firstSlot + offset);
                if (elsewhere != null) {
                    end = elsewhere;
                    async = true;
                }
            }
            boolean ended = end != Chunk.OPEN && end <= windowEnd;
            int event = track.add(names.nameId(chunk.name(offset)), start, ended ? end - start : 0);
            lastBegun = start;
            lastSeen = Math.max(lastSeen, ended ? end : start);
            if (!ended) {
                // One that ended after the window did was open at its end, whatever became of its thread since.
                BitSet cause = end == Chunk.OPEN && buffer.isThreadEnded() ? open.threadEnded : open.windowEnded;
                cause.set(event);
            } else {
                if (async) {
                    track.async(event);
                }
                if (end < start) {
                    trace.anomaly(Anomaly.NEGATIVE_DURATION, 1);
                }
            }
        }
    }

    private void finish(Open open) {
        open.windowEnded.stream().forEach(event -> track.unfinished(event, windowEnd));
        open.threadEnded.stream().forEach(event -> track.unfinished(event, lastSeen));
        trace.unfinished(UnfinishedCause.WINDOW_ENDED, open.windowEnded.cardinality());
        trace.unfinished(UnfinishedCause.THREAD_ENDED, open.threadEnded.cardinality());
    }

    private static Map<Integer, Long> endsBySlot(List<Window.ForeignEnd> foreignEnds) {
        Map<Integer, Long> ends = new HashMap<>();
        foreignEnds.forEach(end -> ends.putIfAbsent((int) end.token(), end.nanos()));
        return ends;
    }

    void addArguments() {
        for (ArgumentChunk chunk = buffer.arguments(); chunk != null; chunk = chunk.next) {
            int size = chunk.publishedSize();
            for (int i = 0; i < size; i++) {
                addArgument(chunk, i);
            }
        }
    }

    private void addArgument(ArgumentChunk arguments, int i) {
        int event = eventAt(arguments.slots[i]);
        if (event < 0) {
            return; // Of a scope that began after the window's end.
        }
        int key = names.nameId(arguments.keys[i]);
        String text = arguments.texts[i];
        switch (arguments.types[i]) {
            case LONG -> track.argument(event, key, arguments.bits[i]);
            case DOUBLE -> track.argument(event, key, Double.longBitsToDouble(arguments.bits[i]));
            case TEXT -> track.argument(event, key, text == null ? "" : text);
        }
    }

    /** The event at a slot; -1 if it is not in the trace. */
    private int eventAt(int slot) {
        int chunk = slot >>> Chunk.OFFSET_BITS;
        int offset = slot & Chunk.OFFSET_MASK;
        if (chunk >= sizes.length || offset >= sizes[chunk]) {
            return -1;
        }
        int event = firstEvents[chunk] + offset;
        return event < copied ? event : -1;
    }

    /** Adds what is in the thread's side log and gives the number of memory events. */
    long addSide(OpRecord operations, SideReader.StackResolver stacks) {
        SideReader reader = new SideReader(
                trace, track, buffer.thread.getId(), operations, stacks, this::eventAt, windowEnd, deadline);
        reader.read(buffer.side);
        lastBegun = Math.max(lastBegun, reader.lastNanos());
        return reader.memoryEvents();
    }

    /** Adds the thread's samples of counters and gives their number. */
    long addSamples() {
        long added = 0;
        for (CounterChunk chunk = buffer.counters(); chunk != null; chunk = chunk.next) {
            int size = chunk.publishedSize();
            for (int i = 0; i < size && chunk.nanos[i] <= windowEnd; i++) {
                trace.counter(names.text(chunk.names[i]), chunk.nanos[i], chunk.values[i]);
                lastBegun = Math.max(lastBegun, chunk.nanos[i]);
                added++;
            }
        }
        return added;
    }
}
