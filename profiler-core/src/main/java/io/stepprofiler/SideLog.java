package io.stepprofiler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.Stream;

/**
 * Log of what one thread records beside the columns of its events, as records of longs one after the other: what
 * operations were called with, call stacks, memory events.
 *
 * <pre>
 *   63    56 55           32 31             0
 *   | type  | length, 24    | slot           |   the first long of a record
 * </pre>
 *
 * <p>The length is in longs and counts the first; the slot is that of the event in its buffer, as in a token, for
 * records that belong to one. Records lie in segments, whole; the owner publishes each by a release store of the place
 * where the next one will begin. Segments are kept for later windows, so that a steady schedule allocates nothing.
 */
final class SideLog {
    /** Type of a record of {@link OpDetails}. */
    static final int OPERATION = 1;
    /** Type of a record that names an event's call stack. */
    static final int STACK = 2;
    /** Type of a record of a memory event. */
    static final int MEMORY = 3;
    /** Type of a record of when an event ended that lay in a chunk which has been given back. */
    static final int END = 4;

    private static final long[] NO_SEGMENT = {};
    private static final int MAX_FREE = 4;
    private static final VarHandle PUBLISHED;
    private static final VarHandle READ;

    static {
        try {
            PUBLISHED = MethodHandles.lookup().findVarHandle(SideLog.class, "end", long.class);
            READ = MethodHandles.lookup().findVarHandle(SideLog.class, "readSegments", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long[][] segments = {NO_SEGMENT, NO_SEGMENT, NO_SEGMENT, NO_SEGMENT};
    private volatile int[] used = new int[4];
    /** What each segment took of the budget, which may be less than it holds. */
    private int[] taken = new int[4];

    private int current = -1;
    private long[] segment = NO_SEGMENT;
    private int at;
    private int publishedAt;

    /** Segment and place where the next record will begin; what is before it may be read. */
    @SuppressWarnings("UnusedVariable") // Read through PUBLISHED.
    private long end;

    /** Segments that the reader is done with. */
    @SuppressWarnings("UnusedVariable") // Through READ.
    private int readSegments;

    /** Of these, how many the owner has taken back. */
    private int takenBack;

    /** Segments to be used again. */
    private final Deque<long[]> free = new ArrayDeque<>();

    /** Empties the log for a new window. By the owner only. */
    void reset() {
        takenBack = 0;
        READ.setRelease(this, 0);
        current = -1;
        segment = NO_SEGMENT;
        at = 0;
        publishedAt = 0;
        PUBLISHED.setRelease(this, 0L);
    }

    /** Gives the memory back. Not while a window is open. */
    void reclaim() {
        Arrays.fill(segments, NO_SEGMENT);
        free.clear();
    }

    /** Makes room for a record; false if the budget has none. */
    boolean reserve(int length, Budget budget) {
        // A record that was begun and never published must not shift what follows.
        at = publishedAt;
        return segment.length - at >= length || nextSegment(length, budget);
    }

    private boolean nextSegment(int length, Budget budget) {
        takeBack(budget);
        int next = current + 1;
        int capacity = Math.max(capacityAt(next), length);
        if (!budget.takeBytes(capacity * Long.BYTES)) {
            // What is left of the budget may do for a small one.
            capacity = Math.max(capacityAt(0), length);
            if (!budget.takeBytes(capacity * Long.BYTES)) {
                return false;
            }
        }
        if (next == segments.length) {
            long[][] grown = Arrays.copyOf(segments, next * 2);
            Arrays.fill(grown, next, next * 2, NO_SEGMENT);
            segments = grown;
            used = Arrays.copyOf(used, next * 2);
            taken = Arrays.copyOf(taken, next * 2);
        }
        long[] reused = segments[next];
        if (reused.length < capacity) {
            long[] freed = free.peek();
            reused = freed != null && freed.length >= capacity ? free.remove() : new long[capacity];
            segments[next] = reused;
        }
        taken[next] = capacity;
        if (current >= 0) {
            used[current] = at;
        }
        current = next;
        segment = reused;
        at = 0;
        publishedAt = 0;
        return true;
    }

    /** Takes back the segments that have been read. */
    private void takeBack(Budget budget) {
        int read = (int) READ.getAcquire(this);
        for (; takenBack < read; takenBack++) {
            long[] done = segments[takenBack];
            segments[takenBack] = NO_SEGMENT;
            budget.giveBack((long) taken[takenBack] * Long.BYTES);
            if (free.size() < MAX_FREE) {
                free.add(done);
            }
        }
    }

    /** What it has taken of the budget and not given back. By the owner, or once that has ended. */
    long heldBudget() {
        long held = 0;
        for (int i = takenBack; i <= current; i++) {
            held += (long) taken[i] * Long.BYTES;
        }
        return held;
    }

    /** Whether everything that has been published has been read. */
    boolean isRead(Cursor cursor) {
        long published = (long) PUBLISHED.getAcquire(this);
        return cursor.segment == (int) (published >>> 32) && cursor.at == (int) published;
    }

    private static int capacityAt(int index) {
        return index >= 2 ? 1 << 14 : 256 << (3 * index);
    }

    /** Begins a record for which there is room. */
    void begin(int type, int length, int slot) {
        put(((long) type << 56) | ((long) length << 32) | (slot & 0xFFFF_FFFFL));
    }

    void put(long word) {
        segment[at++] = word;
    }

    void put(long[] words, int count) {
        // A loop: the runs are too short for a copy to be worth its call.
        for (int i = 0; i < count; i++) {
            segment[at + i] = words[i];
        }
        at += count;
    }

    /** Where the next long will be put in the present segment. */
    int at() {
        return at;
    }

    /** Replaces a long of the record that was begun last. */
    void set(int place, long word) {
        segment[place] = word;
    }

    /** Lets readers see the record. */
    void publish() {
        publishedAt = at;
        PUBLISHED.setRelease(this, ((long) current << 32) | at);
    }

    /** Reads the records that are published, in their order. */
    interface Reader {
        /**
         * Takes one record.
         *
         * @param words where it is
         * @param at index of its first long
         * @return false to leave it, and all after it, for later
         */
        boolean read(long[] words, int at);
    }

    /** How far a log has been read. */
    static final class Cursor {
        private int segment;
        private int at;
    }

    /** Reads what has been published and not read yet; segments that have been read whole go back to the owner. */
    void read(Cursor cursor, Reader reader) {
        long published = (long) PUBLISHED.getAcquire(this);
        int last = (int) (published >>> 32);
        while (true) {
            long[] words = segments[cursor.segment];
            int to = cursor.segment < last ? used[cursor.segment] : (int) published;
            while (cursor.at < Math.min(to, words.length)) {
                int length = length(words[cursor.at]);
                if (!reader.read(words, cursor.at)) {
                    return;
                }
                cursor.at += length;
            }
            if (cursor.segment >= last) {
                return;
            }
            cursor.segment++;
            cursor.at = 0;
            READ.setRelease(this, cursor.segment);
        }
    }

    static int type(long header) {
        return (int) (header >>> 56);
    }

    static int length(long header) {
        return (int) (header >>> 32) & 0xFF_FFFF;
    }

    static int slot(long header) {
        return (int) header;
    }

    int bytes() {
        return Stream.concat(Arrays.stream(segments), free.stream())
                .mapToInt(words -> words.length * Long.BYTES)
                .sum();
    }
}
