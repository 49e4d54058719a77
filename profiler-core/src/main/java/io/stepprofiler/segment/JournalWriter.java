package io.stepprofiler.segment;

import java.io.Closeable;
import java.io.IOException;

/**
 * Writes the journal of one window.
 *
 * <p>Used by one thread at a time. Whatever fails, what was appended before can be read.
 */
public interface JournalWriter extends Closeable {
    /**
     * Appends a segment, whole or not at all.
     *
     * @param segment the next one of the window
     * @throws IOException if it cannot be written; the journal then ends with the segment before it, and is not written
     *     any more
     */
    void append(Segment segment) throws IOException;

    /** {@return how many bytes the journal takes on its disk now} */
    long bytes();

    /**
     * Gives up the oldest segments, as far as what keeps them can be given up: not necessarily all that end before.
     *
     * @param nanos segments that end before this instant of the monotonic clock may be given up
     * @throws IOException if that fails
     */
    void discardBefore(long nanos) throws IOException;

    /**
     * Says that the window is over. Without this, a journal is that of a process that was killed.
     *
     * @param end what is known of the window then
     * @param counted what had been counted in the whole window: more than in the last segment if later ones could not
     *     be appended, so that readers see that they are missing
     * @throws IOException if that cannot be written
     */
    void finish(JournalEnd end, SegmentCounts counted) throws IOException;

    /**
     * {@return what has been written so far, to be read while writing may go on} What was read stays readable after
     * this writer's {@link #delete()}, until the journal returned here is closed, or as many files of later ones are
     * open as the format allows a process.
     *
     * @throws IOException if it cannot be read
     */
    Journal read() throws IOException;

    /**
     * Removes the journal from its disk, and closes.
     *
     * @throws IOException if that fails
     */
    void delete() throws IOException;

    /**
     * Ends the writing; the journal stays.
     *
     * @throws IOException if that fails
     */
    @Override
    void close() throws IOException;
}
