package io.stepprofiler.segment;

import java.io.Closeable;
import java.io.IOException;

/**
 * Writer of the journal of one window.
 *
 * <p>Used by one thread at a time. Whatever fails, segments that were appended before can be read.
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

    /** {@return the present size of the journal on its disk, in bytes} */
    long bytes();

    /**
     * Discards the oldest segments, by whole files: some that end before may stay.
     *
     * @param nanos segments that end before this instant of the monotonic clock may be discarded
     * @throws IOException if that fails
     */
    void discardBefore(long nanos) throws IOException;

    /**
     * Finishes the journal at the end of the window. An unfinished journal counts as left by a killed process.
     *
     * @param end description of the end of the window
     * @param counted the counts of the whole window: more than in the last segment if later ones could not be appended,
     *     so that readers see that they are missing
     * @throws IOException if that cannot be written
     */
    void finish(JournalEnd end, SegmentCounts counted) throws IOException;

    /**
     * {@return the journal as written so far, to be read while writing continues} Segments that were read stay readable
     * after this writer's {@link #delete()}, until the journal returned here is closed, or later journals have as many
     * open files as the format allows a process.
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
