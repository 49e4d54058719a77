package io.stepprofiler.recording;

import io.stepprofiler.recording.MemoryBoundary.Operation;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Log of the rare data of one thread, as consecutive records of longs: operands of operations, call stacks, memory
 * events, samples of counters.
 *
 * <pre>
 *   63    56 55           32 31             0
 *   | type  | length, 24    | slot           |   the first long of a record
 * </pre>
 *
 * <p>The length is in longs and counts the first; records that belong to an event have its slot in its buffer, as in a
 * token. Only {@link #SMALL_CHANGE} uses these bits otherwise. Each record lies in one segment; segments are passed to
 * the reader by the protocol of {@link ChunkExchange}, in which each long is a row, and records are published whole.
 * Segments are kept for later windows, so that a steady schedule allocates nothing.
 */
public final class DetailLog {
    /** Type of a record of {@link Operands}. */
    public static final int OPERATION = 1;
    /** Type of a record of an event's call stack. */
    public static final int STACK = 2;
    /** Type of a record of a memory event. */
    public static final int MEMORY = 3;
    /** Type of a record of the end of an event whose chunk has been taken back. */
    public static final int END = 4;

    /** Type of a record of the end of another thread's event. */
    public static final int END_ELSEWHERE = 5;
    /** Type of a record of a counter's sample, a double; the slot is the reference of its name. */
    public static final int SAMPLE = 6;
    /** Type of a record of a frame's number. */
    public static final int FRAME = 7;
    /** Type of a record of a counter's change; the slot is the reference of its name. */
    public static final int CHANGE = 8;
    /** Type of a record of a change at the time of an earlier one, with its index among the changes of that time. */
    public static final int TURN = 9;
    /**
     * Type of a record of a counter's change to a value of 32 bits: the reference of its name in place of the length,
     * the value in place of the slot, then the ticks. Writing memory is the main cost of a change besides the clock.
     */
    public static final int SMALL_CHANGE = 10;

    /** Maximum length of a counter's change, in longs. */
    static final int CHANGE_LENGTH = 4;

    private static final int SMALL_LENGTH = 2;
    private static final int SHORT = 3;
    private static final int REF_BITS = 24;
    private static final int SAMPLES_AT_ONCE = 64;

    private static final Segment NONE = new Segment(0);
    private static final Operation<DetailLog, Budget, Boolean> SEGMENT =
            (log, budget, length, b) -> log.nextSegment((int) length, budget);

    private final ChunkExchange<Segment> segments = new ChunkExchange<>(new Segment[4], (segment, index) -> {});
    private Segment current = NONE;

    // Copies of the segment's fields, so that a record is written with two loads less.
    private long[] words = NONE.words;
    private int publishedAt;

    /** Longs of the segment that the budget has granted; a segment that is used again may have more. */
    private int granted;

    private int at;

    /** Samples that the budget has granted and that are not taken yet. */
    private int samples;

    /** Segment of the log. */
    private static final class Segment extends Rows {
        private final long[] words;
        /** Longs that it takes of the budget, at most its capacity. */
        private int granted;

        Segment(int capacity) {
            words = new long[capacity];
        }

        void reset(int newGranted) {
            granted = newGranted;
            publish(0);
        }

        @Override
        public int capacity() {
            return words.length;
        }

        @Override
        int bytesPerRow() {
            return Long.BYTES;
        }

        @Override
        public long takenBytes() {
            return (long) granted * Long.BYTES;
        }
    }

    /** Empties the log for a new window. Called by the owner. */
    public void reset() {
        segments.reset();
        samples = 0;
        use(NONE);
    }

    private void use(Segment next) {
        current = next;
        words = next.words;
        granted = next.granted;
        publishedAt = 0;
        at = 0;
    }

    /** Frees the memory. Not called while a window is open. */
    public void reclaim() {
        segments.reclaim();
    }

    /** Makes room for a record; false if there is none. */
    public boolean reserve(int length, Budget budget) {
        // A record that was begun and never published must not shift later ones.
        at = publishedAt;
        if (granted - at >= length) {
            return true;
        }
        Boolean made = MemoryBoundary.run(SEGMENT, this, budget, length, 0);
        if (made == null) {
            budget.giveUp(); // R7
        }
        return Boolean.TRUE.equals(made);
    }

    private boolean nextSegment(int length, Budget budget) {
        int capacity = Math.max(capacityAt(segments.ownCount()), length);
        segments.takeBack(budget, capacity);
        if (!budget.takeBytes(capacity * Long.BYTES)) {
            // The rest of the budget may be enough for a small segment.
            capacity = Math.max(capacityAt(0), length);
            if (!budget.takeBytes(capacity * Long.BYTES)) {
                return false;
            }
        }
        Segment reused = segments.reusable(capacity);
        Segment next = reused != null ? reused : new Segment(capacity);
        next.reset(capacity);
        segments.add(next);
        use(next);
        return true;
    }

    /** Returns the bytes that it takes of the budget. Called by the owner, or once the owner has ended. */
    public long takenBytes() {
        return segments.takenBytes();
    }

    /** True if all published records have been read. */
    public boolean isRead(Cursor cursor) {
        int last = segments.publishedCount() - 1;
        Segment present = last < 0 ? null : segments.pieces()[last];
        return present == null || (cursor.segment == last && cursor.at == present.publishedSize());
    }

    private static int capacityAt(int index) {
        return index >= 2 ? 1 << 14 : 256 << (3 * index);
    }

    /** Takes one of the samples that the budget has granted; false if there is none. */
    boolean takeSample(Budget budget) {
        if (samples == 0) {
            samples = budget.takeEvents(SAMPLES_AT_ONCE);
            if (samples == 0) {
                return false;
            }
        }
        samples--;
        return true;
    }

    /**
     * Takes a granted sample for a change of a counter; false if none is left or the segment has no room. A few
     * independent loads, because they are most of the cost of a change besides the clock and the lock.
     */
    boolean takeChange() {
        int left = samples - 1;
        if (left < 0 || granted - publishedAt < CHANGE_LENGTH) {
            return false;
        }
        samples = left;
        return true;
    }

    /**
     * Writes a change of a counter, for which there is room, and lets readers see it. Called under the lock of the
     * counter.
     *
     * @param name reference of its name, of 24 bits
     * @param turn index of the change among the changes of the counter at that time
     */
    public void change(int name, long value, int turn, long ticks) {
        long[] to = words;
        int place = publishedAt;
        int length;
        if (turn == 0 && value == (int) value) {
            length = SMALL_LENGTH;
            to[place] = ((long) SMALL_CHANGE << 56) | ((long) name << (64 - REF_BITS) >>> 8) | (value & 0xFFFF_FFFFL);
        } else {
            length = turn == 0 ? SHORT : CHANGE_LENGTH;
            to[place] = header(turn == 0 ? CHANGE : TURN, length, name);
            to[place + 2] = value;
            if (turn != 0) {
                to[place + 3] = turn;
            }
        }
        to[place + 1] = ticks;
        publishedAt = place + length;
        current.publish(place + length);
    }

    /** Begins a record for which there is room. */
    public void begin(int type, int length, int slot) {
        put(header(type, length, slot));
    }

    private static long header(int type, int length, int slot) {
        return ((long) type << 56) | ((long) length << 32) | (slot & 0xFFFF_FFFFL);
    }

    public void put(long word) {
        words[at++] = word;
    }

    public void put(long[] run, int count) {
        // A loop: the runs are too short for a copy to be worth its call.
        for (int i = 0; i < count; i++) {
            words[at + i] = run[i];
        }
        at += count;
    }

    /** Returns the index of the next long in the present segment. */
    public int at() {
        return at;
    }

    /** Replaces a long of the record that was begun last. */
    public void set(int place, long word) {
        words[place] = word;
    }

    /** Lets readers see the record. */
    public void publish() {
        publishedAt = at;
        current.publish(at);
    }

    /** Receiver of the published records, in their order. */
    public interface Reader {
        /**
         * Takes one record.
         *
         * @param words array that holds the record
         * @param at index of its first long
         * @return false to leave it, and all after it, for later
         */
        boolean read(long[] words, int at);
    }

    /** Returns the bytes of the full segments that have not been read whole. Called by the reader. */
    public long fullBytes(Cursor cursor) {
        return segments.fullBytes(cursor.segment);
    }

    /** Position up to which a log has been read. */
    public static final class Cursor {
        private int segment;
        private int at;

        private void next() {
            segment++;
            at = 0;
        }
    }

    /**
     * Moves a cursor to the end of the published records; {@code reader} gets the records in between if wanted.
     *
     * @param isWanted whether any record may be wanted, asked once the end is known
     * @param reader takes each record; its result is ignored
     */
    public void advance(Cursor cursor, BooleanSupplier isWanted, Reader reader) {
        int last = segments.publishedCount() - 1;
        @Nullable Segment[] all = segments.pieces();
        Segment end = last < 0 ? null : all[last];
        if (end == null) {
            return; // Nothing yet, or given back when the window was released.
        }
        int size = end.publishedSize();
        if (isWanted.getAsBoolean()) {
            for (; cursor.segment <= last; cursor.next()) {
                Segment present = all[cursor.segment];
                int until = present == null ? 0 : cursor.segment == last ? size : present.publishedSize();
                for (; present != null && cursor.at < until; cursor.at += length(present.words[cursor.at])) {
                    var unused = reader.read(present.words, cursor.at);
                }
            }
        }
        cursor.segment = last;
        cursor.at = size;
    }

    /** Reads the published records that are still unread; segments that are read whole go back to the owner. */
    public void read(Cursor cursor, Reader reader) {
        Cursor end = new Cursor();
        advance(end, () -> false, reader);
        read(cursor, end, reader);
    }

    /** Reads the unread records up to another cursor; segments that are read whole go back to the owner. */
    public void read(Cursor cursor, Cursor end, Reader reader) {
        @Nullable Segment[] all = segments.pieces();
        while (true) {
            Segment present = cursor.segment < all.length ? all[cursor.segment] : null;
            if (present == null) {
                return; // Nothing yet, or given back when the window was released.
            }
            int size = cursor.segment < end.segment ? present.publishedSize() : end.at;
            while (cursor.at < size) {
                int length = length(present.words[cursor.at]);
                if (!reader.read(present.words, cursor.at)) {
                    return;
                }
                cursor.at += length;
            }
            if (cursor.segment == end.segment) {
                return;
            }
            cursor.next();
            segments.giveBack(cursor.segment);
        }
    }

    public static int type(long header) {
        return (int) (header >>> 56);
    }

    public static int length(long header) {
        return type(header) == SMALL_CHANGE ? SMALL_LENGTH : (int) (header >>> 32) & 0xFF_FFFF;
    }

    public static int slot(long header) {
        return (int) header;
    }

    /** Returns the reference of the name in a counter's record. */
    public static int counter(long header) {
        return type(header) == SMALL_CHANGE ? (int) (header << 8 >> (64 - REF_BITS)) : (int) header;
    }

    public int bytes() {
        return segments.bytes();
    }
}
