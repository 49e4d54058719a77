package io.stepprofiler.journal;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A form in which journals are kept.
 *
 * <p>Found by {@link java.util.ServiceLoader}: an implementation has a public constructor without parameters and is
 * safe on any thread.
 */
public interface JournalFormat {
    /**
     * Loads what writing needs, so that the first segment does not wait for it while buffers fill up. Called on the
     * thread that starts a profile, each time; what it throws is a failure of the profile, which starts all the same.
     * The default does nothing.
     */
    default void prepare() {}

    /**
     * Begins the journal of a window.
     *
     * @param directory where it is to be, created if it is not there; others may keep theirs in it, too
     * @param head what is known of the window
     * @return what writes it
     * @throws IOException if it cannot be created
     */
    JournalWriter create(Path directory, JournalHead head) throws IOException;

    /**
     * Opens a journal.
     *
     * @param journal what {@link #create} made in its directory
     * @return what reads it
     * @throws IOException if it is none, or cannot be read
     */
    Journal open(Path journal) throws IOException;
}
