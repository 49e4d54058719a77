package io.stepprofiler.nativeaccess.torch;

import io.stepprofiler.clock.TickReading;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A window that is or was recorded natively: to be closed, read, and released, in this order. Its buffers must not be
 * touched once it has been released.
 */
public final class TorchWindow {
    private static final int ANCHOR_WORDS = 3;

    private final long id;
    private final boolean holdsMemory;

    TorchWindow(long id, boolean holdsMemory) {
        this.id = id;
        this.holdsMemory = holdsMemory;
    }

    /** {@return whether nothing stood in the way of memory events on the thread that opened the window} */
    public boolean holdsMemory() {
        return holdsMemory;
    }

    /**
     * Leaves operations alone for a while, so that libtorch does not even call back, or records them again; does
     * nothing once the window is closed. Takes less than a microsecond. Memory of the thread that opened the window is
     * recorded all the time, that of others with their operations.
     *
     * @param operations whether operations that begin from now on are recorded
     */
    public void listen(boolean operations) {
        TorchLibrary.listenTo(id, operations);
    }

    /** Ends the recording; the second call does nothing. */
    public void close() {
        TorchLibrary.closeWindow(id);
    }

    /** {@return the clocks and losses of the window, which must have been closed} */
    public TorchWindowFacts facts() {
        long[] facts = TorchLibrary.window(id);
        if (facts == null) {
            throw new IllegalStateException("window " + id + " is open or has been released");
        }
        double ticksPerNano = reading(facts, 0, 1).ticksPerNanoUntil(reading(facts, ANCHOR_WORDS, 1));
        return new TorchWindowFacts(
                reading(facts, 0, ticksPerNano),
                reading(facts, ANCHOR_WORDS, ticksPerNano),
                facts[2 * ANCHOR_WORDS],
                (int) facts[2 * ANCHOR_WORDS + 1],
                facts[2 * ANCHOR_WORDS + 2]);
    }

    /** A reading of the clock between two of the ticks. */
    private static TickReading reading(long[] facts, int at, double ticksPerNano) {
        return TickReading.between(facts[at], facts[at + 1], facts[at + 2], ticksPerNano);
    }

    /**
     * {@return what a thread recorded}
     *
     * @param index which, 0 to {@link TorchWindowFacts#logCount()} - 1
     */
    public TorchLog log(int index) {
        long[] facts = TorchLibrary.log(id, index);
        ByteBuffer[] chunks = TorchLibrary.chunks(id, index);
        if (facts == null || chunks == null) {
            throw new IllegalStateException("window " + id + " has no log " + index);
        }
        List<ByteBuffer> buffers = new ArrayList<>();
        for (ByteBuffer chunk : chunks) {
            buffers.add(chunk.order(ByteOrder.nativeOrder()));
        }
        String name = TorchLibrary.string(TorchLibrary.threadName(id, index));
        return new TorchLog(
                facts[0], facts[1], facts[2], name, facts[3], facts[4], facts[5], facts[6], facts[7], facts[8],
                buffers);
    }

    /**
     * {@return the names of operations from a number on; those with an overload have it behind the character U+001F}
     *
     * @param from the first number
     */
    public static List<String> names(int from) {
        List<String> names = new ArrayList<>();
        for (int i = from; i < TorchLibrary.nameCount(); i++) {
            names.add(TorchLibrary.string(TorchLibrary.name(i)));
        }
        return names;
    }

    /** Gives its memory back; closes it first if it is open. */
    public void release() {
        close();
        TorchLibrary.release(id);
    }
}
