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
    private Window window;
    private @Nullable Chunk[] chunks = new Chunk[4];
    private int chunkCount;
    private volatile @Nullable ArgumentChunk arguments;
    private volatile @Nullable CounterChunk counters;
    private @Nullable ArgumentChunk lastArguments;
    private @Nullable CounterChunk lastCounters;

    ThreadBuffer(Thread thread, Window window) {
        this.thread = thread;
        this.window = window;
    }

    /** Whether the window this was written in is done with it. */
    boolean isFree() {
        return window.isReleased();
    }

    void reset(Window newWindow) {
        window = newWindow;
        arguments = null;
        counters = null;
        lastArguments = null;
        lastCounters = null;
        COUNT.setRelease(this, 0);
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
    boolean addArgument(int slot, int key, Object value) {
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
        last.add(slot, key, value);
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
                .sum();
    }

    /** Gives the memory back; the owner meets null where it looks for a chunk of a released window. */
    void dropChunks() {
        Arrays.fill(chunks, null);
    }
}
