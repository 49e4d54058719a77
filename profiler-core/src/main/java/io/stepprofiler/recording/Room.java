package io.stepprofiler.recording;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;

/**
 * Resources that the threads of a window share, and their counts.
 *
 * <p>A superclass of the window rather than a part of it, because a part would cost one more load in each scope.
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

    /** True if any thread's log has the end of an event of another thread. */
    public volatile boolean hasEndsInLogs;

    public Room(Budget budget, Capture capture) {
        this.budget = budget;
        this.capture = capture;
        names = new NameTable(anomalies, budget, Limits.MAX_NAMES);
        stacks = new StackTable(anomalies, budget);
    }

    /** Makes threads take room in small chunks, so that one of them cannot take all of it before the first is read. */
    public final void drainOften() {
        chunkCapacity = (int) Math.min(
                Math.max(budget.maxBytes() / (CHUNKS_OF_ALL * Chunk.BYTES_PER_EVENT), MIN_CHUNK), Chunk.MAX_CAPACITY);
        // Names and stacks are not freed while the window is open, which may be for ever.
        names.limit(budget.maxBytes() / TEXTS_OF_ALL);
        stacks.limit(budget.maxBytes() / TEXTS_OF_ALL);
    }

    /** Returns the maximum number of events in a chunk. */
    final int chunkCapacity() {
        return chunkCapacity;
    }

    /** Sets the number of chunks after which threads change buffers, for tests: the default takes a while. */
    public final void maxChunks(int count) {
        maxChunks = count;
    }

    /** Returns the maximum number of chunks in a buffer. */
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
