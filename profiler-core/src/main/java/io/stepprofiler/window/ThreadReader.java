package io.stepprofiler.window;

import io.stepprofiler.clock.TickScale;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.recording.ArgumentChunk;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.RowList;
import io.stepprofiler.recording.SideLog;
import io.stepprofiler.recording.ThreadBuffer;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies what one thread has recorded into a trace, or piece by piece into the segments of its window.
 *
 * <p>Each time it goes on where it stopped, up to the instant of the {@link Cut}: what begins later is left for the
 * next time, and what has not ended by then is open. Events are known by their index, their number among all events of
 * the thread in the window.
 */
public final class ThreadReader {
    /**
     * Events that may begin before a cut and become visible while it is made: room for them spares copying all others.
     */
    private static final int PUBLISHED_LATE = 16;

    public final ThreadBuffer buffer;
    private final TickScale scale;
    private final SideLog.Cursor side = new SideLog.Cursor();
    /** How far it has been looked through for ends of other threads' events; nothing behind is read. */
    private final SideLog.Cursor sideEnd = new SideLog.Cursor();

    /** Ends that other threads have told, by slot, of events that are not known to have ended. */
    private final Map<Integer, Long> endsElsewhere = new HashMap<>();

    /**
     * Events whose ends were found in chunks that their thread had not taken back: it will tell them again when it
     * does.
     */
    private final Set<Long> endsPeeked = new HashSet<>();

    /** Index of the first event of each chunk, as far as known. */
    private long[] firstOfChunk = new long[4];

    private int chunk;
    private int offset;
    private long read;
    private final RowList.Cursor<ArgumentChunk> arguments = new RowList.Cursor<>();
    private long lastBegun = Long.MIN_VALUE;
    private long lastSeen = Long.MIN_VALUE;
    private long begun;
    private boolean toldEnded;
    private int openEvents;

    public ThreadReader(ThreadBuffer buffer, TickScale scale) {
        this.buffer = buffer;
        this.scale = scale;
        read = buffer.firstIndex();
        firstOfChunk[0] = read;
    }

    /** Events, samples and memory events that have been read. */
    public long begun() {
        return begun;
    }

    /**
     * Whether nothing will be recorded in the buffer any more, everything that has been is read, and all of its events
     * have ended or, where their thread has, begun before {@code nanos}, since when everything has been given up.
     */
    public boolean isDone(long nanos) {
        boolean over = toldEnded || buffer.isLeft();
        // What a thread that lives has open is shown until it ends, which must be read.
        if (!over || (openEvents > 0 && (!toldEnded || lastBegun >= nanos))) {
            return false;
        }
        int published = buffer.chunks.publishedCount();
        @Nullable Chunk present = chunk < published ? buffer.chunks.pieces()[chunk] : null;
        return chunk >= published - 1
                && (present == null || offset == present.publishedSize())
                && arguments.isAtEnd(buffer.arguments)
                && buffer.side.isRead(side);
    }

    /** Whether no event will come any more, since their thread has left the buffer. */
    boolean isReadOut() {
        return buffer.isLeft() && chunk == buffer.chunks.publishedCount();
    }

    /** Events that have been read: the index of the next one. */
    long eventsRead() {
        return read;
    }

    /**
     * When the last event began or the last sample was taken, in nanoseconds; {@link Long#MIN_VALUE} if there is none.
     */
    long lastBegunNanos() {
        return lastBegun;
    }

    /** Bytes of full pieces that wait to be read; the last chunk is one, too, if there was no room for another. */
    public long fullBytes() {
        int last = buffer.chunks.publishedCount() - 1;
        Chunk present = last < chunk ? null : buffer.chunks.pieces()[last];
        long ofLast = present != null && present.publishedSize() == present.limit() ? present.takenBytes() : 0;
        return buffer.chunks.fullBytes(chunk)
                + ofLast
                + buffer.side.fullBytes(side)
                + arguments.fullBytes(buffer.arguments);
    }

    /** Tells the ends of other threads' events that the thread has noted since the last time. */
    void findEndsElsewhere(BooleanSupplier areThereAny, Consumer<Window.ForeignEnd> taker) {
        buffer.side.advance(sideEnd, areThereAny, (words, at) -> {
            if (SideLog.type(words[at]) == SideLog.END_ELSEWHERE) {
                taker.accept(new Window.ForeignEnd(words[at + 1], words[at + 2]));
            }
            return true;
        });
    }

    /** Takes note of an end that another thread has told. */
    public void endElsewhere(int slot, long ticks) {
        endsElsewhere.putIfAbsent(slot, ticks);
    }

    /** One reading. */
    public final class Reading {
        private final Cut cut;
        private final TraceBuilder trace;
        private final TrackBuilder events;
        private final @Nullable ThreadSegmentBuilder segment;
        private final long first = read;
        /**
         * Where the first of them is among what is added to: behind those of the buffer that its thread used before.
         */
        private int firstRow;

        private long copied = read;
        private final BitSet open = new BitSet();
        private final BitSet endedAfterCut = new BitSet();

        public Reading(Cut cut, TraceBuilder trace, TrackBuilder events, @Nullable ThreadSegmentBuilder segment) {
            this.cut = cut;
            this.trace = trace;
            this.events = events;
            this.segment = segment;
        }

        public void readAll() {
            tellEnded();
            readEvents();
            readRare();
            readSide();
            takeEndsElsewhere();
            finish();
        }

        /** What has ended of events that were read before and lie in chunks that their thread has not taken back. */
        private void tellEnded() {
            if (segment == null) {
                return;
            }
            @Nullable Chunk[] chunks = buffer.chunks.pieces();
            for (int i = chunk - 1; i >= 0 && !buffer.chunks.isTakenBack(i); i--) {
                peekEnded(chunks[i], i);
            }
            Chunk present = chunk < chunks.length ? chunks[chunk] : null;
            if (present != null && offset > 0) {
                long base = firstOfChunk[chunk];
                present.takeEnded((at, end) -> end(base + at, end));
            }
        }

        private void peekEnded(@Nullable Chunk done, int index) {
            Map<Integer, Long> ends = new HashMap<>();
            if (done != null) {
                done.peekEnded((at, end) -> ends.put(at, end) == null);
            }
            // Else the thread tells them itself, and has done so before it said that it has the chunk.
            if (!buffer.chunks.isTakenBack(index)) {
                ends.forEach((at, end) -> peeked(firstOfChunk[index] + at, end));
            }
        }

        private void peeked(long event, long ticks) {
            if (!endsPeeked.contains(event) && end(event, ticks) && ticks <= cut.ticks()) {
                endsPeeked.add(event);
            }
        }

        /** The thread's report on an event in a chunk that it has taken back. */
        private boolean endTaken(long event, long ticks) {
            return endsPeeked.remove(event) || end(event, ticks);
        }

        /** Tells that an event of an earlier segment has ended; false if that is after the cut. */
        private boolean end(long index, long ticks) {
            if (ticks > cut.ticks()) {
                return cut.isLast();
            }
            if (segment != null && index < first) {
                long nanos = scale.nanos(ticks);
                if (segment.lateEnd(index, nanos, false)) {
                    openEvents--;
                } else {
                    cut.window().anomalies.count(Anomaly.CLOSED_TWICE);
                }
                lastSeen = Math.max(lastSeen, nanos);
            }
            return true;
        }

        private void readEvents() {
            int published = buffer.chunks.publishedCount();
            @Nullable Chunk[] chunks = buffer.chunks.pieces();
            int total = 0;
            for (int i = chunk; i < published; i++) {
                total += sizeOf(chunks[i]) - (i == chunk ? offset : 0);
            }
            if (total > 0) {
                events.reserve(total + PUBLISHED_LATE);
            }
            while (chunk < published) {
                Chunk present = chunks[chunk];
                if (present == null) {
                    return; // Given back when the window was released.
                }
                int size = sizeOf(present);
                if (cut.deadline().isOver()) {
                    drop(size - offset);
                } else {
                    readEvents(present, size);
                    copied = read;
                }
                if (size < present.limit()) {
                    return;
                }
                nextChunk();
            }
        }

        private int sizeOf(@Nullable Chunk present) {
            if (present == null) {
                return 0;
            }
            int size = present.publishedSize();
            while (size > 0 && present.start(size - 1) > cut.ticks()) {
                size--;
            }
            return size;
        }

        private void drop(int count) {
            cut.window().drops.add(DropCause.POST_PROCESSING_TIMEOUT, count);
            read += count;
            offset += count;
        }

        private void readEvents(Chunk present, int size) {
            boolean keepsOpen = segment != null;
            for (; offset < size; offset++) {
                long startTicks = present.start(offset);
                long endTicks = present.publishedEnd(offset);
                boolean async = false;
                if (endTicks == Chunk.OPEN && !endsElsewhere.isEmpty()) {
                    int slot = (chunk << Chunk.OFFSET_BITS) | offset;
                    Long elsewhere = endsElsewhere.get(slot);
                    if (elsewhere != null && elsewhere <= cut.ticks()) {
                        endsElsewhere.remove(slot);
                        endTicks = elsewhere;
                        async = true;
                    }
                }
                boolean ended = endTicks != Chunk.OPEN && endTicks <= cut.ticks();
                long start = scale.nanos(startTicks);
                long end = ended ? scale.nanos(endTicks) : start;
                int event = events.add(cut.nameId(present.name(offset)), start, end - start);
                firstRow = event - (int) (read - first);
                lastBegun = start;
                lastSeen = Math.max(lastSeen, end);
                if (!ended) {
                    open.set(event);
                    endedAfterCut.set(event, endTicks != Chunk.OPEN);
                    if (keepsOpen) {
                        openEvents++;
                        present.noteOpen(offset);
                    }
                } else if (async) {
                    events.async(event);
                }
                if (end < start) {
                    cut.window().anomalies.count(Anomaly.NEGATIVE_DURATION);
                }
                read++;
                begun++;
            }
        }

        private void nextChunk() {
            chunk++;
            offset = 0;
            if (chunk >= firstOfChunk.length) {
                firstOfChunk = Arrays.copyOf(firstOfChunk, chunk * 2);
            }
            firstOfChunk[chunk] = read;
            if (segment != null && !cut.isLast()) {
                buffer.chunks.giveBack(chunk);
            }
        }

        /** Place of a report on an event; null if the event is not known yet, or not in the trace. */
        private @Nullable Place place(int slot) {
            long index = index(slot);
            if (index >= copied) {
                return null;
            }
            if (index >= first) {
                return new Place(events, firstRow + (int) (index - first));
            }
            return segment == null ? null : new Place(segment.lateEvents(), segment.late(index));
        }

        private void readRare() {
            // Of a whole window nothing is dropped while it is read: its memory goes with the window.
            Budget budget = segment == null ? null : cut.window().budget;
            arguments.read(buffer.arguments, (from, i) -> readArgument(from, i) || cut.isLast(), budget);
        }

        private boolean readArgument(ArgumentChunk from, int i) {
            Place place = place(from.slots[i]);
            if (place == null) {
                return false; // Of a scope that began after the cut, or was dropped.
            }
            int key = cut.nameId(from.keys[i]);
            String text = from.texts[i];
            switch (from.types[i]) {
                case LONG -> place.track().argument(place.event(), key, from.bits[i]);
                case DOUBLE -> place.track().argument(place.event(), key, Double.longBitsToDouble(from.bits[i]));
                case BOOLEAN -> place.track().argument(place.event(), key, from.bits[i] != 0);
                case TEXT -> place.track().argument(place.event(), key, text == null ? "" : text);
            }
            return true;
        }

        private void readSide() {
            SideReader reader = new SideReader(
                    cut,
                    trace,
                    this::place,
                    (slot, ticks) -> endTaken(index(slot), ticks),
                    scale,
                    buffer.thread.getId());
            buffer.side.read(side, sideEnd, reader::read);
            begun += reader.instants();
            lastBegun = Math.max(lastBegun, reader.lastNanos());
        }

        /**
         * Events that other threads ended: those of earlier segments get late rows; for those of this one it was too
         * late.
         */
        private void takeEndsElsewhere() {
            for (Iterator<Map.Entry<Integer, Long>> ends =
                            endsElsewhere.entrySet().iterator();
                    ends.hasNext(); ) {
                Map.Entry<Integer, Long> end = ends.next();
                long index = index(end.getKey());
                if (end.getValue() > cut.ticks() || index >= copied) {
                    continue;
                }
                ends.remove();
                boolean isFirst =
                        index < first && segment != null && segment.lateEnd(index, scale.nanos(end.getValue()), true);
                if (isFirst) {
                    openEvents--;
                } else {
                    cut.window().anomalies.count(Anomaly.CLOSED_TWICE);
                }
            }
        }

        private void finish() {
            boolean threadEnded = buffer.isThreadEnded();
            if (segment != null) {
                segment.thread(buffer.threadName(), threadEnded).seen(lastSeen);
                if (threadEnded && !toldEnded) {
                    segment.announce();
                    toldEnded = true;
                }
                open.stream().forEach(event -> events.unfinished(event, cut.nanos()));
                return;
            }
            // One that ended after the window did was open at its end, whatever became of its thread since.
            long byThread = 0;
            for (int event = open.nextSetBit(0); event >= 0; event = open.nextSetBit(event + 1)) {
                boolean withThread = threadEnded && !endedAfterCut.get(event);
                // Another thread might have ended a task.
                events.unfinished(event, withThread && !events.isAsync(event) ? lastSeen : cut.nanos());
                byThread += withThread ? 1 : 0;
            }
            trace.unfinished(UnfinishedCause.THREAD_ENDED, byThread);
            trace.unfinished(UnfinishedCause.WINDOW_ENDED, open.cardinality() - byThread);
        }
    }

    /** An event, and the track that it is on. */
    record Place(TrackBuilder track, int event) {}

    /** The index of the event at a slot; the largest there is if its chunk has not been read. */
    private long index(int slot) {
        int at = slot >>> Chunk.OFFSET_BITS;
        return at > chunk ? Long.MAX_VALUE : firstOfChunk[at] + (slot & Chunk.OFFSET_MASK);
    }
}
