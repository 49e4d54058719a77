package io.stepprofiler.nativeaccess.torch;

import io.stepprofiler.clock.TickReading;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window that is or was recorded natively: to be closed and released, in this order, and read before and in between.
 */
public final class TorchWindow {
    private static final int ANCHOR_WORDS = 3;
    private static final int HEAD_WORDS = 2 * ANCHOR_WORDS + 2;

    private final long id;
    private final boolean holdsMemory;

    /** What is read is copied into it; null before the first reading. */
    private @Nullable ByteBuffer copied;

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

    /**
     * {@return what has been recorded and is in no earlier reading} That is, while the window is open what has ended by
     * now, and when it has been closed all of it. One reading at a time, each read to its end before the next begins;
     * may run while the window is closed by another thread.
     *
     * <p>Events that are still open at the instant of a reading are in a later one; in the last they have no end. What
     * has been read takes no native memory any more.
     *
     * @param isLast whether it is the last; the window must have been closed
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

    /** A reading of the clock between two of the ticks. */
    private static TickReading reading(long[] words, int at, double ticksPerNano) {
        return TickReading.between(words[at], words[at + 1], words[at + 2], ticksPerNano);
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
