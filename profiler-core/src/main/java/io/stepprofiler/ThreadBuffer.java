package io.stepprofiler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What one thread wrote in one window: chunks of scopes, and side chunks of arguments and counter samples.
 *
 * <p>Written by its thread only; read by the assembler after acquiring {@code chunkCount} and the heads of the side chunks. Used again by the same thread in a later window, once this one has been released.
 */
final class ThreadBuffer {
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(ThreadBuffer.class, "chunkCount", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Thread thread;
    final SideLog side = new SideLog();
    private Window window;
    private volatile @Nullable String name;
    private volatile boolean threadEnded;
    private volatile @Nullable Chunk[] chunks = new Chunk[4];
    private int chunkCount;
    private volatile @Nullable ArgumentChunk arguments;
    private volatile @Nullable CounterChunk counters;
    private @Nullable ArgumentChunk lastArguments;
    private @Nullable CounterChunk lastCounters;

    ThreadBuffer(Thread thread, Window window) {
        this.thread = thread;
        this.window = window;
    }

    /** Takes the buffer for another window, if the last one is done with it. By the owner only. */
    synchronized boolean reuse(Window next) {
        if (!window.isReleased()) {
            return false;
        }
        window = next;
        name = null;
        threadEnded = false;
        forgetSideChunks();
        side.reset();
        COUNT.setRelease(this, 0);
        return true;
    }

    /** Gives the memory back if the buffer is not in use and was last used in another window than {@code kept}. */
    synchronized void reclaim(@Nullable Window kept) {
        if (window.isReleased() && window != kept) {
            // The owner, should it still be in a scope of that window, meets null where it looks for the chunk.
            Arrays.fill(chunks, null);
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
        if (index >= 1 << (32 - Chunk.OFFSET_BITS)) {
            return null;
        }
        int capacity = Chunk.capacityAt(index);
        int granted = window.budget.take(capacity, Chunk.BYTES_PER_EVENT);
        if (granted == 0) {
            return null;
        }
        if (index == chunks.length) {
            chunks = Arrays.copyOf(chunks, index * 2);
        }
        Chunk chunk = chunks[index];
        if (chunk == null || chunk.capacity() < granted) {
            chunk = new Chunk(granted);
            chunks[index] = chunk;
        }
        chunk.reset(granted);
        COUNT.setRelease(this, index + 1);
        return chunk;
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
        return Arrays.stream(chunks)
                        .mapToInt(chunk -> chunk == null ? 0 : chunk.capacity() * Chunk.BYTES_PER_EVENT)
                        .sum()
                + side.bytes();
    }
}
