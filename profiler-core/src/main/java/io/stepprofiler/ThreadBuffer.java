package io.stepprofiler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Buffer of one thread in one window: chunks of scopes, and side chunks of arguments and counter samples.
 *
 * <p>Where the window is cut into segments, the reader says how many chunks it has read whole, and the owner takes them
 * back when it needs the next one. So a chunk is at any time either the owner's to write or the reader's to read, but
 * for the ends of events, which the owner still writes where the reader no longer looks; these it tells in its side log
 * when it takes the chunk back.
 *
 * <p>Written by its thread only; read by the assembler after acquiring {@code chunkCount} and the heads of the side
 * chunks. Used again by the same thread in a later window, once this one has been released.
 */
final class ThreadBuffer {
    private static final VarHandle COUNT;
    private static final VarHandle READ;
    private static final VarHandle TAKEN;
    /** As many have a number in a token. */
    static final int MAX_CHUNKS = 1 << (32 - Chunk.OFFSET_BITS);

    private static final int MAX_FREE = 4;
    private static final int END_LENGTH = 2;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(ThreadBuffer.class, "chunkCount", int.class);
            READ = MethodHandles.lookup().findVarHandle(ThreadBuffer.class, "readChunks", int.class);
            TAKEN = MethodHandles.lookup().findVarHandle(ThreadBuffer.class, "takenBack", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Thread thread;
    final SideLog side = new SideLog();
    private Window window;
    private int ticket;
    private long firstIndex;
    private long eventsInFullChunks;
    private volatile boolean left;
    private volatile @Nullable String name;
    private volatile boolean threadEnded;
    private volatile @Nullable Chunk[] chunks = new Chunk[4];
    private int chunkCount;

    /** Chunks that the reader is done with. */
    @SuppressWarnings("UnusedVariable") // Through READ.
    private int readChunks;

    /** Of these, how many the owner has taken back. */
    private int takenBack;

    /** Chunks to be used again, all of the largest size. */
    private final Deque<Chunk> free = new ArrayDeque<>();

    private volatile @Nullable ArgumentChunk arguments;
    private volatile @Nullable CounterChunk counters;
    private @Nullable ArgumentChunk lastArguments;
    private @Nullable CounterChunk lastCounters;

    ThreadBuffer(Thread thread, Window window) {
        this.thread = thread;
        this.window = window;
    }

    /** A buffer for what its thread does in the same window after what is in one that is used up. */
    static ThreadBuffer after(ThreadBuffer full) {
        ThreadBuffer next = new ThreadBuffer(full.thread, full.window);
        next.firstIndex = full.firstIndex + full.eventsInFullChunks;
        return next;
    }

    /** How many events of the thread began before its own, in the same window. */
    long firstIndex() {
        return firstIndex;
    }

    /** Whether there are as many chunks as have a number. By the owner only. */
    boolean isUsedUp() {
        return chunkCount >= window.mostChunks();
    }

    /** Says that no event will begin in it any more. By the owner only. */
    void leave() {
        left = true;
    }

    /** Whether no event will begin in it any more, though its thread may go on. */
    boolean isLeft() {
        return left;
    }

    /** Ends an event of this buffer; false if it has ended. By the owner only. */
    boolean end(int slot, long ticks) {
        Chunk target = chunks[slot >>> Chunk.OFFSET_BITS];
        int offset = slot & Chunk.OFFSET_MASK;
        if (target == null) {
            addEnd(slot, ticks);
            return true;
        }
        boolean open = target.isOpen(offset);
        if (open) {
            target.end(offset, ticks);
        }
        return open;
    }

    /** Takes the buffer for another window, if the last one is done with it. By the owner only. */
    synchronized boolean reuse(Window next) {
        if (!window.isReleased()) {
            return false;
        }
        window = next;
        firstIndex = 0;
        eventsInFullChunks = 0;
        left = false;
        name = null;
        threadEnded = false;
        forgetSideChunks();
        side.reset();
        takenBack = 0;
        READ.setRelease(this, 0);
        COUNT.setRelease(this, 0);
        return true;
    }

    /** Whether the window it was last used in is done with it. */
    synchronized boolean isReleased() {
        return window.isReleased();
    }

    /** Gives the memory back if the buffer is not in use and was last used in another window than {@code kept}. */
    synchronized void reclaim(@Nullable Window kept) {
        if (window.isReleased() && window != kept) {
            // The owner, should it still be in a scope of that window, meets null where it looks for the chunk.
            Arrays.fill(chunks, null);
            free.clear();
            side.reclaim();
            forgetSideChunks();
        }
    }

    private void forgetSideChunks() {
        arguments = null;
        counters = null;
        lastArguments = null;
        lastCounters = null;
    }

    /** Notes the ticket under which its window knows it. By the window. */
    void ticket(int given) {
        ticket = given;
    }

    /** The ticket under which its window knows it. */
    int ticket() {
        return ticket;
    }

    /** Notes what the thread is called, and whether it has ended, when the window ends. */
    void noteThread() {
        name = ThreadNames.nameOf(thread);
        threadEnded = !thread.isAlive();
    }

    /** What the thread was called when the window ended. */
    String threadName() {
        String noted = name;
        return noted != null ? noted : ThreadNames.nameOf(thread);
    }

    /** Whether the thread had ended when the window did. */
    boolean isThreadEnded() {
        return threadEnded;
    }

    /** The chunk after the last, or null if there is no room for it. */
    @Nullable
    Chunk nextChunk() {
        int index = chunkCount;
        if (isUsedUp()) {
            return null;
        }
        takeBack();
        int capacity = Math.min(Chunk.capacityAt(index), window.chunkCapacity());
        int granted = window.budget.take(capacity, Chunk.BYTES_PER_EVENT);
        if (granted == 0) {
            return null;
        }
        if (index == chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
        }
        Chunk chunk = chunks[index];
        if (chunk == null || chunk.capacity() < granted) {
            Chunk freed = free.poll();
            chunk = freed != null ? freed : new Chunk(granted);
            chunks[index] = chunk;
        }
        chunk.reset(granted);
        eventsInFullChunks += granted;
        COUNT.setRelease(this, index + 1);
        return chunk;
    }

    /** Takes back the chunks that have been read. */
    private void takeBack() {
        int read = (int) READ.getAcquire(this);
        while (takenBack < read) {
            int index = takenBack;
            Chunk chunk = chunks[index];
            if (chunk != null) {
                // From here on the owner does not find the chunk by the tokens of its events any more.
                chunks[index] = null;
                window.budget.giveBack((long) chunk.limit() * Chunk.BYTES_PER_EVENT);
                chunk.takeEnded((offset, end) -> addEnd((index << Chunk.OFFSET_BITS) | offset, end));
                if (chunk.capacity() == Chunk.MAX_CAPACITY && free.size() < MAX_FREE) {
                    free.add(chunk);
                }
            }
            // What is told above is published before this, and nothing is written into the chunk before it is.
            TAKEN.setVolatile(this, index + 1);
        }
    }

    /** Tells when an event ended whose chunk has been taken back; it stays unfinished if there is no room for that. */
    private boolean addEnd(int slot, long ticks) {
        if (side.reserve(END_LENGTH, window.budget)) {
            side.begin(SideLog.END, END_LENGTH, slot);
            side.put(ticks);
            side.publish();
        }
        return true;
    }

    /** What it has taken of the budget and not given back. Once its thread has ended, and is known to have. */
    long heldBudget() {
        long held = side.heldBudget();
        for (int i = takenBack; i < chunkCount; i++) {
            Chunk chunk = chunks[i];
            held += chunk == null ? 0 : (long) chunk.limit() * Chunk.BYTES_PER_EVENT;
        }
        for (ArgumentChunk chunk = arguments; chunk != null; chunk = chunk.next) {
            held += chunk.bytes();
        }
        for (CounterChunk chunk = counters; chunk != null; chunk = chunk.next) {
            held += (long) chunk.ticks.length * CounterChunk.BYTES_PER_SAMPLE;
        }
        return held;
    }

    /** Whether an event has begun after an instant, as far as can be seen. */
    boolean hasBegunAfter(long ticks) {
        int last = publishedChunkCount() - 1;
        Chunk chunk = last < 0 ? null : chunks[last];
        int size = chunk == null ? 0 : chunk.publishedSize();
        return chunk != null && size > 0 && chunk.start(size - 1) > ticks;
    }

    /** Whether the chunk with this index is the owner's again. */
    boolean isTakenBack(int index) {
        return index < (int) TAKEN.getVolatile(this);
    }

    /** Gives the chunks before {@code count} back to the owner. By the reader. */
    void giveBack(int count) {
        READ.setRelease(this, count);
    }

    /** Lets go of the arguments before this chunk, and of the room they took. By the reader. */
    void dropArguments(@Nullable ArgumentChunk read, ArgumentChunk until) {
        for (ArgumentChunk chunk = read; chunk != null && chunk != until; chunk = chunk.next) {
            window.budget.giveBack(chunk.bytes());
        }
        arguments = until;
    }

    /** Lets go of the samples before this chunk, and of the room they took. By the reader. */
    void dropCounters(@Nullable CounterChunk read, CounterChunk until) {
        for (CounterChunk chunk = read; chunk != null && chunk != until; chunk = chunk.next) {
            window.budget.giveBack((long) chunk.ticks.length * CounterChunk.BYTES_PER_SAMPLE);
        }
        counters = until;
    }

    /** The chunks; those of a released window may have been given back and be null. */
    @Nullable
    Chunk[] chunks() {
        return chunks;
    }

    /** Number of chunks in use. By the owner only. */
    int ownChunkCount() {
        return chunkCount;
    }

    /** Adds an argument of the scope at {@code slot}; false if there is no room. */
    boolean addArgument(int slot, int key, ArgumentChunk.Type type, long bits, @Nullable String text) {
        if (text != null && !window.budget.takeBytes(2 * text.length())) {
            return false;
        }
        ArgumentChunk last = lastArguments;
        if (last == null || last.isFull()) {
            if (!window.budget.takeBytes(ArgumentChunk.CAPACITY * ArgumentChunk.BYTES_PER_ARGUMENT)) {
                window.budget.giveBack(text == null ? 0 : 2L * text.length());
                return false;
            }
            ArgumentChunk added = new ArgumentChunk();
            if (last == null) {
                arguments = added;
            } else {
                last.next = added;
            }
            lastArguments = added;
            last = added;
        }
        last.add(slot, key, type, bits, text);
        return true;
    }

    /** Adds a sample of a counter, or drops it. */
    void addSample(int name, double value) {
        CounterChunk last = lastCounters;
        if (last == null || last.isFull()) {
            int granted = window.budget.take(CounterChunk.CAPACITY, CounterChunk.BYTES_PER_SAMPLE);
            if (granted == 0) {
                window.drops.count(window.budget.exhausted());
                return;
            }
            CounterChunk added = new CounterChunk(granted);
            if (last == null) {
                counters = added;
            } else {
                last.next = added;
            }
            lastCounters = added;
            last = added;
        }
        last.add(name, value);
    }

    @Nullable
    ArgumentChunk arguments() {
        return arguments;
    }

    @Nullable
    CounterChunk counters() {
        return counters;
    }

    int publishedChunkCount() {
        return (int) COUNT.getAcquire(this);
    }

    int bytes() {
        return Stream.concat(Arrays.stream(chunks), free.stream())
                        .mapToInt(chunk -> chunk == null ? 0 : chunk.capacity() * Chunk.BYTES_PER_EVENT)
                        .sum()
                + side.bytes();
    }
}
