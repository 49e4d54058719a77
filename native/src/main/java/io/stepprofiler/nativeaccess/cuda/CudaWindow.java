package io.stepprofiler.nativeaccess.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A window that is or was recorded by CUPTI: to be {@linkplain #close() closed}, {@linkplain #finish finished} and
 * {@linkplain #release() released}, in this order, and read before and in between. It may be closed on any thread;
 * the rest is for one thread at a time.
 */
public final class CudaWindow {
    private static final int READ_BYTES = 64 * 1024;

    private final long id;
    private @Nullable ByteBuffer copied;

    CudaWindow(long id) {
        this.id = id;
    }

    /** {@return the kinds that were wanted and are not recorded, and why} Empty if all are. */
    public Map<CudaKind, String> missing() {
        Map<CudaKind, String> missing = new EnumMap<>(CudaKind.class);
        for (CudaKind kind : CudaKind.values()) {
            String reason = CudaLibrary.string(CudaLibrary.missing(id, kind.number()));
            if (!reason.isEmpty()) {
                missing.put(kind, reason);
            }
        }
        return missing;
    }

    /**
     * {@return by how many nanoseconds times of the host may be off} 0 where CUPTI takes them from our own clock. What
     * CUPTI's own way from the clock of the device to that of the host adds is not known.
     */
    public long clockErrorNanos() {
        return CudaLibrary.clockError(id);
    }

    /**
     * {@return whether a buffer was refused to CUPTI and none is free: it drops records until some have been read} False
     * once the window has been finished. Takes no lock.
     */
    public boolean isFull() {
        return CudaLibrary.isFull(id);
    }

    /**
     * Asks CUPTI for the records that are complete, so that they can be read; it may give back only what lies in
     * buffers of which all records are complete. Not for a training loop: it may take milliseconds.
     */
    public void flush() {
        CudaLibrary.flush(id);
    }

    /**
     * {@return the next records, in the form that cuda_records.h describes, with the buffer's limit at their end; null
     * if there are no more for now} The memory is used again by the next call.
     */
    public @Nullable ByteBuffer next() {
        ByteBuffer buffer = copied;
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(READ_BYTES).order(ByteOrder.nativeOrder());
            copied = buffer;
        }
        int words = CudaLibrary.read(id, buffer, READ_BYTES / Long.BYTES);
        return words < 0 ? null : buffer.clear().limit(words * Long.BYTES);
    }

    /**
     * {@return the names from a number on, demangled where they can be}
     *
     * @param from the first number
     */
    public static List<String> names(int from) {
        List<String> names = new ArrayList<>();
        for (int i = from; i < CudaLibrary.nameCount(); i++) {
            names.add(CudaLibrary.string(CudaLibrary.name(i)));
        }
        return names;
    }

    /** {@return what has been counted since the window was opened} */
    public CudaCounts counts() {
        long[] counts = CudaLibrary.counts(id);
        if (counts == null) {
            throw new IllegalStateException("window " + id + " has been released");
        }
        return CudaCounts.of(counts);
    }

    /** {@return remarks on records that were left out or are read in part, by kind; empty if there are none} */
    public String notes() {
        return CudaLibrary.string(CudaLibrary.notes(id));
    }

    /**
     * Ends the recording: what the host and the devices begin from now on is not recorded. The second call does
     * nothing.
     */
    public void close() {
        CudaLibrary.closeWindow(id);
    }

    /**
     * Waits until the devices have finished what was recorded, and CUPTI has given back all buffers. What is not
     * finished by then is given back as it is, and counted. Closes the window first. Nothing waits for the device but
     * the calling thread.
     *
     * @param millis the longest time to wait, in milliseconds
     * @return whether everything came back in time
     */
    public boolean finish(long millis) {
        close();
        return CudaLibrary.finish(id, millis);
    }

    /** Gives its memory back, except for buffers that CUPTI still has; finishes it first, without waiting. */
    public void release() {
        finish(0);
        CudaLibrary.release(id);
    }
}
