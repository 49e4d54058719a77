package io.stepprofiler.nativeaccess.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Window that is or was recorded by CUPTI: to be {@linkplain #close() closed}, {@linkplain #finish finished} and
 * {@linkplain #release() released}, in this order, and read before and in between. It may be closed on any thread; the
 * rest is for one thread at a time.
 */
public final class CudaWindow {
    private static final int READ_BYTES = 64 * 1024;

    private final long id;
    private @Nullable ByteBuffer copied;

    CudaWindow(long id) {
        this.id = id;
    }

    /** {@return the requested kinds that are not recorded, with reasons} Empty if all are recorded. */
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
     * {@return the error bound of times of the host, in nanoseconds} 0 if CUPTI reads them from our clock. The error of
     * CUPTI's conversion from the device's clock to the host's is unknown and not included.
     */
    public long clockErrorNanos() {
        return CudaLibrary.clockError(id);
    }

    /**
     * {@return whether a buffer was refused to CUPTI and none is free: it drops records until some have been read} It
     * is false once the window has been finished. Takes no lock.
     */
    public boolean isFull() {
        return CudaLibrary.isFull(id);
    }

    /**
     * Makes CUPTI return complete records, so that they can be read; it may return only buffers with complete records.
     * Not for a training loop: it may take milliseconds.
     */
    public void flush() {
        CudaLibrary.flush(id);
    }

    /**
     * {@return the next records, in the format of cuda_records.h, with the buffer's limit at their end; null if there
     * are no more for now} The next call reuses the memory.
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
     * {@return the names from an id on, demangled if possible}
     *
     * @param from the first id
     */
    public static List<String> names(int from) {
        List<String> names = new ArrayList<>();
        for (int i = from; i < CudaLibrary.nameCount(); i++) {
            names.add(CudaLibrary.string(CudaLibrary.name(i)));
        }
        return names;
    }

    /** {@return the counts since the window was opened} */
    public CudaCounts counts() {
        long[] counts = CudaLibrary.counts(id);
        if (counts == null) {
            throw new IllegalStateException("window " + id + " has been released");
        }
        return CudaCounts.of(counts);
    }

    /** {@return remarks on records that were left out or read in part, by kind; empty if there are none} */
    public String notes() {
        return CudaLibrary.string(CudaLibrary.notes(id));
    }

    /**
     * Ends the recording: activity of the host and the devices that begins later is not recorded. The second call does
     * nothing.
     */
    public void close() {
        CudaLibrary.closeWindow(id);
    }

    /**
     * Waits until the devices have finished the recorded work, and CUPTI has returned all buffers. Unfinished records
     * are returned as they are, and counted. Closes the window first. Only the calling thread waits for the devices.
     *
     * @param millis the longest time to wait, in milliseconds
     * @return true if all buffers were returned in time
     */
    public boolean finish(long millis) {
        close();
        return CudaLibrary.finish(id, millis);
    }

    /**
     * Frees the memory of the window, except for buffers that CUPTI still holds; finishes it first, without waiting.
     */
    public void release() {
        finish(0);
        CudaLibrary.release(id);
    }
}
