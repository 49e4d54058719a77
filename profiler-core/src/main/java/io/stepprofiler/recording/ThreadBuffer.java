package io.stepprofiler.recording;

import io.stepprofiler.recording.MemoryBoundary.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Buffer of one thread in one window: chunks of events, a side log and arguments, each passed to the reader by the
 * protocol of {@link ChunkExchange}. Ends of events that their owner writes into a chunk after it has been read are added to
 * the side log when the chunk is taken back.
 *
 * <p>Used again by the same thread in a later window, once this one has been released.
 */
public final class ThreadBuffer {
    private static final int END_LENGTH = 2;
    private static final Operation<ThreadBuffer, ThreadBuffer, ArgumentChunk> ARGUMENTS =
            (buffer, same, a, b) -> buffer.nextArguments();

    public final Thread thread;
    public final ChunkExchange<Chunk> chunks = new ChunkExchange<>(new Chunk[4], this::tellEnded);
    public final DetailLog side = new DetailLog();
    public final RowList<ArgumentChunk> arguments = new RowList<>();
    private Room window;
    private int ticket;
    private long firstIndex;
    private long eventsInFullChunks;
    private volatile boolean left;
    private volatile @Nullable String name;
    private @Nullable ArgumentChunk lastArguments;
    private volatile boolean threadEnded;

    public ThreadBuffer(Thread thread, Room window) {
        this.thread = thread;
        this.window = window;
    }

    /** Returns a buffer that continues a used-up one of the same thread and window. */
    public static ThreadBuffer after(ThreadBuffer full) {
        ThreadBuffer next = new ThreadBuffer(full.thread, full.window);
        next.firstIndex = full.firstIndex + full.eventsInFullChunks;
        return next;
    }

    /** Returns the number of events of the thread that began earlier in the same window, in other buffers. */
    public long firstIndex() {
        return firstIndex;
    }

    /** True if all chunk numbers are used. Called by the owner. */
    boolean isUsedUp() {
        return chunks.ownCount() >= window.maxChunks();
    }

    /** Declares that no event will begin in it any more. Called by the owner. */
    public void leave() {
        left = true;
    }

    /** True if no event will begin in it any more, though its thread may continue. */
    public boolean isLeft() {
        return left;
    }

    /** Ends an event of this buffer; false if it has ended. Called by the owner. */
    public boolean end(int slot, long ticks) {
        Chunk target = chunks.pieces()[slot >>> Chunk.OFFSET_BITS];
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

    // W1: only its own thread takes it again.
    /** Takes the buffer for another window; false if its last window has not been released. Called by the owner. */
    synchronized boolean reuse(Room next) {
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
        chunks.reset();
        return true;
    }

    /** True if the window that used it last has been released. */
    synchronized boolean isReleased() {
        return window.isReleased();
    }

    /** Frees the memory if the buffer is not in use and was last used in another window than {@code kept}. */
    public synchronized void reclaim(@Nullable Room kept) {
        if (window.isReleased() && window != kept) {
            // An owner that is still in a scope of that window finds null in place of the chunk.
            chunks.reclaim();
            side.reclaim();
            forgetSideChunks();
        }
    }

    private void forgetSideChunks() {
        arguments.clear();
        lastArguments = null;
    }

    /** Sets the ticket under which its window knows it. Called by the window. */
    public void ticket(int given) {
        ticket = given;
    }

    /** Returns the ticket under which its window knows it. */
    public int ticket() {
        return ticket;
    }

    /** Notes the name of the thread, and whether it has ended. */
    void noteThread() {
        name = ThreadNames.nameOf(thread);
        threadEnded = !thread.isAlive();
    }

    /** Returns the name of the thread, as last noted. */
    public String threadName() {
        String noted = name;
        return noted != null ? noted : ThreadNames.nameOf(thread);
    }

    /** True if the thread had ended when that was last noted. */
    public boolean isThreadEnded() {
        return threadEnded;
    }

    /** Adds and returns the next chunk; null if there is no room for it. */
    @Nullable
    public Chunk nextChunk() {
        if (isUsedUp()) {
            return null;
        }
        int capacity = Math.min(Chunk.capacityAt(chunks.ownCount()), window.chunkCapacity());
        chunks.takeBack(window.budget, capacity);
        int granted = window.budget.take(capacity, Chunk.BYTES_PER_EVENT);
        if (granted == 0) {
            return null;
        }
        Chunk reused = chunks.reusable(granted);
        Chunk chunk = reused != null ? reused : new Chunk(granted);
        chunk.reset(granted);
        chunks.add(chunk);
        eventsInFullChunks += granted;
        return chunk;
    }

    private void tellEnded(Chunk chunk, int index) {
        chunk.takeEnded((offset, end) -> addEnd((index << Chunk.OFFSET_BITS) | offset, end));
    }

    /** Logs the end of an event whose chunk has been taken back; the event stays unfinished if there is no room. */
    private boolean addEnd(int slot, long ticks) {
        if (side.reserve(END_LENGTH, window.budget)) {
            side.begin(DetailLog.END, END_LENGTH, slot);
            side.put(ticks);
            side.publish();
        }
        return true;
    }

    /** Returns the bytes that it takes of the budget. Called once its thread is known to have ended. */
    public long takenBytes() {
        return chunks.takenBytes() + side.takenBytes() + arguments.takenBytes();
    }

    /** True if an event is seen to have begun after an instant. */
    boolean hasBegunAfter(long ticks) {
        int last = chunks.publishedCount() - 1;
        Chunk chunk = last < 0 ? null : chunks.pieces()[last];
        int size = chunk == null ? 0 : chunk.publishedSize();
        return chunk != null && size > 0 && chunk.start(size - 1) > ticks;
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
            last = MemoryBoundary.run(ARGUMENTS, this);
            if (last == null) {
                return false;
            }
        }
        last.add(slot, key, type, bits, text);
        return true;
    }

    private ArgumentChunk nextArguments() {
        ArgumentChunk added = new ArgumentChunk();
        arguments.add(lastArguments, added);
        lastArguments = added;
        return added;
    }

    public int bytes() {
        return chunks.bytes() + side.bytes();
    }
}
