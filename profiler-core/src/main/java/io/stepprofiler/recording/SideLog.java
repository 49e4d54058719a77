package io.stepprofiler.recording;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Log of what one thread records beside the columns of its events, as records of longs one after the other: what
 * operations were called with, call stacks, memory events, samples of counters.
 *
 * <pre>
 *   63    56 55           32 31             0
 *   | type  | length, 24    | slot           |   the first long of a record
 * </pre>
 *
 * <p>The length is in longs and counts the first; the slot is that of the event in its buffer, as in a token, for
 * records that belong to one. {@link #SMALL_CHANGE} alone uses these bits otherwise. Records lie in segments, whole, which are handed over to the reader as {@link HandOver}
 * says; each long is a row, and records are published whole. Segments are kept for later windows, so that a steady
 * schedule allocates nothing.
 */
public final class SideLog {
    /** Type of a record of {@link Operands}. */
    public static final int OPERATION = 1;
    /** Type of a record that names an event's call stack. */
    public static final int STACK = 2;
    /** Type of a record of a memory event. */
    public static final int MEMORY = 3;
    /** Type of a record of when an event ended that lay in a chunk which has been given back. */
    public static final int END = 4;

    /** Type of a record of when an event of another thread ended. */
    public static final int END_ELSEWHERE = 5;
    /** Type of a record of a counter's sample, a double; the slot is the reference of its name. */
    public static final int SAMPLE = 6;
    /** Type of a record of the number of a frame. */
    public static final int FRAME = 7;
    /** Type of a record of a counter's change; the slot is the reference of its name. */
    public static final int CHANGE = 8;
    /** The same of one that another change is at the same time as, with its turn. */
    public static final int TURN = 9;
    /**
     * The same of one to a value of 32 bits: in place of the length the reference of its name, in place of the slot the
     * value, and then the ticks. What a change costs beside the clock is mostly the memory that it writes.
     */
    public static final int SMALL_CHANGE = 10;

    /** The most longs that a change of a counter takes. */
    static final int CHANGE_LENGTH = 4;

    private static final int SMALL_LENGTH = 2;
    private static final int SHORT = 3;
    private static final int REF_BITS = 24;
    private static final int SAMPLES_AT_ONCE = 64;

    private static final Segment NONE = new Segment(0);

    private final HandOver<Segment> segments = new HandOver<>(new Segment[4], (segment, index) -> {});
    private Segment current = NONE;

    // Copies of the segment's, so that a record is written with two loads less.
    private long[] words = NONE.words;
    private int publishedAt;

    /** The longs of the segment that the budget has granted; a segment of an earlier window may have more. */
    private int granted;

    private int at;

    /** Samples that the budget has granted. */
    private int samples;

    /** A piece of the log. */
    private static final class Segment extends Rows {
        private final long[] words;
        /** What it takes of the budget, which may be less than it holds. */
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

    /** Empties the log for a new window. By the owner only. */
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

    /** Gives the memory back. Not while a window is open. */
    public void reclaim() {
        segments.reclaim();
    }

    /** Makes room for a record; false if the budget has none. */
    public boolean reserve(int length, Budget budget) {
        // A record that was begun and never published must not shift what follows.
        at = publishedAt;
        return granted - at >= length || nextSegment(length, budget);
    }

    private boolean nextSegment(int length, Budget budget) {
        int capacity = Math.max(capacityAt(segments.ownCount()), length);
        segments.takeBack(budget, capacity);
        if (!budget.takeBytes(capacity * Long.BYTES)) {
            // What is left of the budget may do for a small one.
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

    /** Bytes of the budget that are taken for it. By the owner, or once that has ended. */
    public long takenBytes() {
        return segments.takenBytes();
    }

    /** Whether everything that has been published has been read. */
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
     * Takes a sample and has room for a change of a counter, where neither has to be asked for; a few loads side by
     * side, because this is most of what a change costs beside the clock and the lock.
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
     * Writes a change of a counter, for which there is room, and lets readers see it; in one go, under the lock of the
     * counter.
     *
     * @param name the reference of its name, of 24 bits
     * @param turn which of the changes of one counter at one time it is, counted from 0
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

    /** Where the next long will be put in the present segment. */
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

    /** Reads the records that are published, in their order. */
    public interface Reader {
        /**
         * Takes one record.
         *
         * @param words where it is
         * @param at index of its first long
         * @return false to leave it, and all after it, for later
         */
        boolean read(long[] words, int at);
    }

    /** Bytes of the segments that are full and have not been read whole. By the reader. */
    public long fullBytes(Cursor cursor) {
        return segments.fullBytes(cursor.segment);
    }

    /** How far a log has been read. */
    public static final class Cursor {
        private int segment;
        private int at;

        private void next() {
            segment++;
            at = 0;
        }
    }

    /**
     * Moves a cursor to the end of what has been published, past the records that are wanted first of all.
     *
     * @param isWanted whether there may be any, asked once the end is known
     * @param reader takes each record; what it answers has no meaning
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

    /** Reads what has been published and not read yet; segments that have been read whole go back to the owner. */
    public void read(Cursor cursor, Reader reader) {
        Cursor end = new Cursor();
        advance(end, () -> false, reader);
        read(cursor, end, reader);
    }

    /**
     * Reads what has not been read yet up to another cursor; segments that have been read whole go back to the owner.
     */
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

    /** The reference of the name of a counter's record. */
    public static int counter(long header) {
        return type(header) == SMALL_CHANGE ? (int) (header << 8 >> (64 - REF_BITS)) : (int) header;
    }

    public int bytes() {
        return segments.bytes();
    }
}
