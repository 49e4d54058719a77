package io.stepprofiler.window;

import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import java.io.IOException;
import java.util.function.Consumer;

/** Store of the segments of a window that its buffers have no room for. Used by one thread at a time. */
public interface SegmentStore {
    /** True if the segments are in files, which stay if they cannot be read back. */
    default boolean isJournal() {
        return false;
    }

    /**
     * Adds a segment.
     *
     * @throws IOException if that fails; segments added before are still there
     */
    void append(Segment segment) throws IOException;

    /** Returns the bytes that the segments take. */
    long bytes();

    /** Discards segments that end before this instant, as far as that is possible. */
    void discardBefore(long nanos) throws IOException;

    /** Discards the oldest segments until the rest takes no more than {@code bytes}, as far as that is possible. */
    void discardBeyond(long bytes) throws IOException;

    /** Returns the start of the first segment that has not been discarded; {@link Long#MIN_VALUE} if there is none. */
    long firstNanos();

    /** Ends the window, with its counts, which include segments that are not stored. */
    void finish(JournalEnd end, SegmentCounts counted) throws IOException;

    /**
     * Passes the segments on in their order; they can be read as long as they are referred to, whatever happens to the
     * store.
     *
     * @throws IOException if some cannot be read, and why; all others have been passed on
     */
    void forEach(Consumer<Segment> taker) throws IOException;

    /**
     * Frees the segments.
     *
     * @param keepFiles whether files on disk stay
     */
    void close(boolean keepFiles) throws IOException;
}
