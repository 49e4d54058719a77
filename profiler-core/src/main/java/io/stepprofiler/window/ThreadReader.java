package io.stepprofiler.window;

import io.stepprofiler.clock.TickScale;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.recording.ArgumentChunk;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.DetailLog;
import io.stepprofiler.recording.RowList;
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
 * Copier of the events of one thread into a trace, or step by step into the segments of its window.
 *
 * <p>Each reading continues after the last one, up to the end of its {@link ReadContext}: later events are left for the next
 * reading, and events that have not ended by then are open. An event is identified by its index, its number among all
 * events of the thread in the window.
 */
public final class ThreadReader {
    /**
     * Room for events that begin before the end of a reading and become visible during it: it saves copying all others.
     */
    private static final int PUBLISHED_LATE = 16;

    public final ThreadBuffer buffer;
    private final TickScale scale;
    private final DetailLog.Cursor side = new DetailLog.Cursor();
    /** Position up to which ends of other threads' events have been looked for; reading stops there. */
    private final DetailLog.Cursor sideEnd = new DetailLog.Cursor();

    /** Ends that other threads reported, by slot, of events that are not known to have ended. */
    private final Map<Integer, Long> endsElsewhere = new HashMap<>();

    /**
     * Events whose ends were found in chunks that their thread had not taken back; it reports them again when it does.
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

    /** Returns the number of events, samples and memory events that have been read. */
    public long begun() {
        return begun;
    }

    /**
     * True if nothing more will be recorded in the buffer, everything in it has been read, and all of its events have
     * ended or, once their thread has, begun before {@code nanos}, up to which everything has been discarded.
     */
    public boolean isDone(long nanos) {
        boolean over = toldEnded || buffer.isLeft();
        // An open event of a live thread is shown until it ends, and its end must be read.
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

    /** True if the thread has left the buffer and all events in it have been read. */
    boolean isReadOut() {
        return buffer.isLeft() && chunk == buffer.chunks.publishedCount();
    }

    /** Returns the index of the next event to be read. */
    long eventsRead() {
        return read;
    }

    /** Returns the time of the last start of an event, or sample; {@link Long#MIN_VALUE} if there is none. */
    long lastBegunNanos() {
        return lastBegun;
    }

    /** Returns the bytes of full chunks that wait to be read, including a full last one. */
    public long fullBytes() {
        int last = buffer.chunks.publishedCount() - 1;
        Chunk present = last < chunk ? null : buffer.chunks.pieces()[last];
        long ofLast = present != null && present.publishedSize() == present.limit() ? present.takenBytes() : 0;
        return buffer.chunks.fullBytes(chunk)
                + ofLast
                + buffer.side.fullBytes(side)
                + arguments.fullBytes(buffer.arguments);
    }

    /** Passes on the ends of other threads' events that the thread has logged since the last call. */
    void findEndsElsewhere(BooleanSupplier areThereAny, Consumer<Window.ForeignEnd> taker) {
        buffer.side.advance(sideEnd, areThereAny, (words, at) -> {
            if (DetailLog.type(words[at]) == DetailLog.END_ELSEWHERE) {
                taker.accept(new Window.ForeignEnd(words[at + 1], words[at + 2]));
            }
            return true;
        });
    }

    /** Adds an end that another thread reported. */
    public void endElsewhere(int slot, long ticks) {
        endsElsewhere.putIfAbsent(slot, ticks);
    }

    /** One reading of the buffer. */
    public final class Reading {
        private final ReadContext cut;
        private final TraceBuilder trace;
        private final TrackBuilder events;
        private final @Nullable ThreadSegmentBuilder segment;
        private final long first = read;
        /** Row of the first event of this reading, behind the events of the thread's earlier buffers. */
        private int firstRow;

        private long copied = read;
        private final BitSet open = new BitSet();
        private final BitSet endedAfterCut = new BitSet();

        public Reading(
                ReadContext cut, TraceBuilder trace, TrackBuilder events, @Nullable ThreadSegmentBuilder segment) {
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

        /** Reports the ends of earlier events in chunks that their thread has not taken back. */
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
            // Otherwise the thread has logged the ends itself, before it marked the chunk as taken back.
            if (!buffer.chunks.isTakenBack(index)) {
                ends.forEach((at, end) -> peeked(firstOfChunk[index] + at, end));
            }
        }

        private void peeked(long event, long ticks) {
            if (!endsPeeked.contains(event) && end(event, ticks) && ticks <= cut.ticks()) {
                endsPeeked.add(event);
            }
        }

        /** Handles the thread's report on an event in a chunk that it has taken back. */
        private boolean endTaken(long event, long ticks) {
            return endsPeeked.remove(event) || end(event, ticks);
        }

        /** Reports the end of an event of an earlier segment; false to leave it for the next reading. */
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
                    return; // Freed when the window was released.
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

        /** Returns the place of an event; null if it has not been read, or is not in the trace. */
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
            // No chunk is dropped while a whole window is read: its memory goes with the window.
            Budget budget = segment == null ? null : cut.window().budget;
            arguments.read(buffer.arguments, (from, i) -> readArgument(from, i) || cut.isLast(), budget);
        }

        private boolean readArgument(ArgumentChunk from, int i) {
            Place place = place(from.slots[i]);
            if (place == null) {
                return false; // Its scope began after the end of the reading, or was dropped.
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
            DetailReader reader = new DetailReader(
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
         * Handles the ends of events by other threads: events of earlier segments get late rows; events of this reading
         * had ended already.
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
            // An event that ended after the window was open at the window's end, whatever happened to its thread since.
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

    /** Event, and the track that it is on. */
    record Place(TrackBuilder track, int event) {}

    /** Returns the index of the event at a slot; {@link Long#MAX_VALUE} if its chunk has not been read. */
    private long index(int slot) {
        int at = slot >>> Chunk.OFFSET_BITS;
        return at > chunk ? Long.MAX_VALUE : firstOfChunk[at] + (slot & Chunk.OFFSET_MASK);
    }
}
