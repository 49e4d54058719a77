package io.stepprofiler.recording;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;

/**
 * The room that the threads of a window share, and what they count.
 *
 * <p>A superclass of the window and not a part of it, because a part would be one load more in each scope.
 */
public abstract class Room {
    private static final int CHUNKS_OF_ALL = 32;
    private static final int MIN_CHUNK = 64;
    private static final int TEXTS_OF_ALL = 8;

    public final EnumCounts<Anomaly> anomalies = new EnumCounts<>(Anomaly.class);
    public final EnumCounts<DropCause> drops = new EnumCounts<>(DropCause.class);
    public final Budget budget;
    public final NameTable names;
    public final StackTable stacks;
    public final Capture capture;
    private volatile int chunkCapacity = Chunk.MAX_CAPACITY;
    private volatile int maxChunks = Chunk.MAX_COUNT;
    private volatile boolean released;

    /** Whether any thread's log has the end of an event of another thread. */
    public volatile boolean hasEndsInLogs;

    public Room(Budget budget, Capture capture) {
        this.budget = budget;
        this.capture = capture;
        names = new NameTable(anomalies, budget, Limits.MAX_NAMES);
        stacks = new StackTable(anomalies, budget);
    }

    /** Lets threads take room in so small pieces that one of them cannot take all of it before the first is read. */
    public final void drainOften() {
        chunkCapacity = (int) Math.min(
                Math.max(budget.maxBytes() / (CHUNKS_OF_ALL * Chunk.BYTES_PER_EVENT), MIN_CHUNK), Chunk.MAX_CAPACITY);
        // They are never given back while the window is open, which may be for ever.
        names.limit(budget.maxBytes() / TEXTS_OF_ALL);
        stacks.limit(budget.maxBytes() / TEXTS_OF_ALL);
    }

    /** The most events of a chunk. */
    final int chunkCapacity() {
        return chunkCapacity;
    }

    /** Lets threads go on in another buffer after fewer chunks, which else takes a while to see. */
    public final void maxChunks(int count) {
        maxChunks = count;
    }

    /** The most chunks of a buffer. */
    public final int maxChunks() {
        return maxChunks;
    }

    final void markReleased() {
        released = true;
    }

    final boolean isReleased() {
        return released;
    }
}
