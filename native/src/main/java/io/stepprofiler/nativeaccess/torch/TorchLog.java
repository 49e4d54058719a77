package io.stepprofiler.nativeaccess.torch;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Records of one thread that are due in a {@linkplain TorchReading reading}. Invalid once the next reading has begun or
 * the window has been released.
 */
public final class TorchLog {
    private final long handle;
    private final TorchThread thread;
    private final long untilTicks;
    private final boolean isLast;
    private final ByteBuffer copied;

    TorchLog(long handle, long untilTicks, boolean isLast, ByteBuffer copied) {
        this.handle = handle;
        this.untilTicks = untilTicks;
        this.isLast = isLast;
        this.copied = copied;
        long[] numbers = TorchLibrary.thread(handle);
        if (numbers == null) {
            throw new OutOfMemoryError("for the numbers of a thread");
        }
        thread = new TorchThread(
                numbers[0], numbers[1], numbers[2], TorchLibrary.string(TorchLibrary.threadName(handle)));
    }

    /** {@return the thread} */
    public TorchThread thread() {
        return thread;
    }

    /**
     * {@return the next records, in the format of records.h, with the buffer's limit at their end; null if there are no
     * more} A buffer may be empty. The next call, for this log or another one of the window, reuses the memory.
     */
    public @Nullable ByteBuffer next() {
        int words = TorchLibrary.copy(handle, untilTicks, isLast, copied);
        return words < 0 ? null : copied.limit(words * Long.BYTES);
    }

    /** {@return the counts of the log since the last reading; to be read after all records} */
    public TorchLogCounts counts() {
        long[] counts = TorchLibrary.counts(handle);
        if (counts == null) {
            throw new OutOfMemoryError("for the counts of a thread");
        }
        return new TorchLogCounts(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6]);
    }
}
