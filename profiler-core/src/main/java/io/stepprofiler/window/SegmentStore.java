package io.stepprofiler.window;

import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import java.io.IOException;
import java.util.function.Consumer;

/** Where the segments of a window are kept that its buffers have no room for. For one thread at a time. */
public interface SegmentStore {
    /** Whether what is added can be read again. */
    default boolean keeps() {
        return true;
    }

    /** Whether they are in files, which stay if they cannot be read back. */
    default boolean isJournal() {
        return false;
    }

    /**
     * Adds a segment.
     *
     * @throws IOException if that fails; what was added before is still there
     */
    void append(Segment segment) throws IOException;

    /** How many bytes they take. */
    long bytes();

    /** Gives up segments that end before this instant, as far as that is possible. */
    void discardBefore(long nanos) throws IOException;

    /** Gives up the oldest segments until the rest takes no more than so many bytes, as far as that is possible. */
    void discardBeyond(long bytes) throws IOException;

    /** When the first segment begins that has not been given up; {@link Long#MIN_VALUE} if there is none. */
    long firstNanos();

    /** Says that the window is over, and what had been counted in it, in segments that are not here, too. */
    void finish(JournalEnd end, SegmentCounts counted) throws IOException;

    /**
     * Gives the segments in their order; they can be read as long as they are referred to, whatever becomes of the
     * store.
     *
     * @throws IOException if some cannot be read, and why; all others have been given
     */
    void forEach(Consumer<Segment> taker) throws IOException;

    /**
     * Frees what they take.
     *
     * @param keepFiles whether what is on disk stays there
     */
    void close(boolean keepFiles) throws IOException;
}
