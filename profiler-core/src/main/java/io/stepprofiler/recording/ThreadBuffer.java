package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/**
 * Buffer of one thread in one window: chunks of events, a side log and arguments, each handed over to
 * the reader as {@link HandOver} says. Ends of events that their owner writes into a chunk after it has been read are
 * in the side log: they are put there when the chunk is taken back.
 *
 * <p>Used again by the same thread in a later window, once this one has been released.
 */
public final class ThreadBuffer {
    private static final int END_LENGTH = 2;

    public final Thread thread;
    public final HandOver<Chunk> chunks = new HandOver<>(new Chunk[4], this::tellEnded);
    public final SideLog side = new SideLog();
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

    /** A buffer for what its thread does in the same window after what is in one that is used up. */
    public static ThreadBuffer after(ThreadBuffer full) {
        ThreadBuffer next = new ThreadBuffer(full.thread, full.window);
        next.firstIndex = full.firstIndex + full.eventsInFullChunks;
        return next;
    }

    /** How many events of the thread began before its own, in the same window. */
    public long firstIndex() {
        return firstIndex;
    }

    /** Whether there are as many chunks as have a number. By the owner only. */
    boolean isUsedUp() {
        return chunks.ownCount() >= window.maxChunks();
    }

    /** Says that no event will begin in it any more. By the owner only. */
    public void leave() {
        left = true;
    }

    /** Whether no event will begin in it any more, though its thread may go on. */
    public boolean isLeft() {
        return left;
    }

    /** Ends an event of this buffer; false if it has ended. By the owner only. */
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

    /** Takes the buffer for another window, if the last one is done with it. By the owner only. */
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

    /** Whether the window it was last used in is done with it. */
    synchronized boolean isReleased() {
        return window.isReleased();
    }

    /** Gives the memory back if the buffer is not in use and was last used in another window than {@code kept}. */
    public synchronized void reclaim(@Nullable Room kept) {
        if (window.isReleased() && window != kept) {
            // The owner, should it still be in a scope of that window, meets null where it looks for the chunk.
            chunks.reclaim();
            side.reclaim();
            forgetSideChunks();
        }
    }

    private void forgetSideChunks() {
        arguments.clear();
        lastArguments = null;
    }

    /** Notes the ticket under which its window knows it. By the window. */
    public void ticket(int given) {
        ticket = given;
    }

    /** The ticket under which its window knows it. */
    public int ticket() {
        return ticket;
    }

    /** Notes what the thread is called, and whether it has ended, when the window ends. */
    void noteThread() {
        name = ThreadNames.nameOf(thread);
        threadEnded = !thread.isAlive();
    }

    /** What the thread was called when the window ended. */
    public String threadName() {
        String noted = name;
        return noted != null ? noted : ThreadNames.nameOf(thread);
    }

    /** Whether the thread had ended when the window did. */
    public boolean isThreadEnded() {
        return threadEnded;
    }

    /** The chunk after the last, or null if there is no room for it. */
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

    /** Tells when an event ended whose chunk has been taken back; it stays unfinished if there is no room for that. */
    private boolean addEnd(int slot, long ticks) {
        if (side.reserve(END_LENGTH, window.budget)) {
            side.begin(SideLog.END, END_LENGTH, slot);
            side.put(ticks);
            side.publish();
        }
        return true;
    }

    /** Bytes of the budget that are taken for it. Once its thread has ended, and is known to have. */
    public long takenBytes() {
        return chunks.takenBytes() + side.takenBytes() + arguments.takenBytes();
    }

    /** Whether an event has begun after an instant, as far as can be seen. */
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
            ArgumentChunk added = new ArgumentChunk();
            arguments.add(last, added);
            lastArguments = added;
            last = added;
        }
        last.add(slot, key, type, bits, text);
        return true;
    }

    public int bytes() {
        return chunks.bytes() + side.bytes();
    }
}
