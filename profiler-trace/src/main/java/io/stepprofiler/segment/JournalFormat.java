package io.stepprofiler.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Storage format of journals.
 *
 * <p>Found by {@link java.util.ServiceLoader}: an implementation has a public constructor without parameters and is
 * safe on any thread.
 */
public interface JournalFormat {
    /**
     * Writes segments and discards the result, once in a process, so that the first segment of a window does not wait
     * for code to be loaded and compiled while buffers fill up. Called on the thread that starts a profile. The default
     * does nothing.
     *
     * @param segments some tens of segments
     * @throws IOException if it fails, which is ignored
     */
    default void warmUp(List<Segment> segments) throws IOException {}

    /**
     * Begins the journal of a window.
     *
     * @param directory the journal's parent directory, created if it does not exist; others may keep journals in it,
     *     too
     * @param head description of the window
     * @return the writer of the journal
     * @throws IOException if it cannot be created
     */
    JournalWriter create(Path directory, JournalHead head) throws IOException;

    /**
     * Opens a journal.
     *
     * @param journal the path that {@link #create} made in its directory
     * @return the reader of the journal
     * @throws IOException if it is no journal, or cannot be read
     */
    Journal open(Path journal) throws IOException;
}
