package io.stepprofiler.nativeaccess.torch;

import io.stepprofiler.clock.TickReading;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Window that is or was recorded natively: to be closed and released, in this order, and read before and in between.
 */
public final class TorchWindow {
    private static final int ANCHOR_WORDS = 3;
    private static final int HEAD_WORDS = 2 * ANCHOR_WORDS + 2;

    private final long id;
    private final boolean holdsMemory;

    /** Buffer that records are copied to; null before the first reading. */
    private @Nullable ByteBuffer copied;

    TorchWindow(long id, boolean holdsMemory) {
        this.id = id;
        this.holdsMemory = holdsMemory;
    }

    /** {@return whether memory events of the thread that opened the window can be recorded, if they were requested} */
    public boolean holdsMemory() {
        return holdsMemory;
    }

    /**
     * Stops recording operations for a while, so that libtorch does not even call back, or resumes; does nothing once
     * the window is closed. Takes less than a microsecond. Memory of the thread that opened the window is always
     * recorded, memory of other threads only during recorded operations.
     *
     * @param operations true to record operations that begin from now on
     */
    public void listen(boolean operations) {
        TorchLibrary.listenTo(id, operations);
    }

    /** Ends the recording; the second call does nothing. */
    public void close() {
        TorchLibrary.closeWindow(id);
    }

    /**
     * {@return the records that are in no earlier reading} While the window is open, these are the events that have
     * ended by now; after it was closed, all remaining events. One reading at a time, each read to its end before the
     * next begins; may run while another thread closes the window.
     *
     * <p>Events that are still open at the instant of a reading are in a later reading; in the last one they have no
     * end. Records that have been read take no more native memory.
     *
     * @param isLast true for the last reading; the window must have been closed
     * @throws IllegalStateException if the window has been released
     */
    public TorchReading read(boolean isLast) {
        long[] reading = TorchLibrary.beginReading(id);
        if (reading == null) {
            throw new IllegalStateException("window " + id + " has been released");
        }
        double ticksPerNano = reading(reading, 0, 1).ticksPerNanoUntil(reading(reading, ANCHOR_WORDS, 1));
        TickReading at = reading(reading, ANCHOR_WORDS, ticksPerNano);
        ByteBuffer buffer = buffer();
        List<TorchLog> logs = new ArrayList<>();
        for (int i = HEAD_WORDS; i < reading.length; i++) {
            logs.add(new TorchLog(reading[i], at.ticks(), isLast, buffer));
        }
        return new TorchReading(
                reading(reading, 0, ticksPerNano), at, reading[HEAD_WORDS - 2], reading[HEAD_WORDS - 1], logs);
    }

    private ByteBuffer buffer() {
        ByteBuffer buffer = copied;
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(TorchLibrary.copiedWords() * Long.BYTES)
                    .order(ByteOrder.nativeOrder());
            copied = buffer;
        }
        return buffer;
    }

    /** Reading of the clock between two readings of the ticks. */
    private static TickReading reading(long[] words, int at, double ticksPerNano) {
        return TickReading.between(words[at], words[at + 1], words[at + 2], ticksPerNano);
    }

    /**
     * {@return the names of operations from an id on; an overload follows after the character U+001F}
     *
     * @param from the first id
     */
    public static List<String> names(int from) {
        List<String> names = new ArrayList<>();
        for (int i = from; i < TorchLibrary.nameCount(); i++) {
            names.add(TorchLibrary.string(TorchLibrary.name(i)));
        }
        return names;
    }

    /** Frees the memory of the window; closes it first if it is open. */
    public void release() {
        close();
        TorchLibrary.release(id);
    }
}
