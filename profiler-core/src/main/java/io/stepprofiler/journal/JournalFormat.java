package io.stepprofiler.journal;

import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A form in which journals are kept.
 *
 * <p>Found by {@link java.util.ServiceLoader}: an implementation has a public constructor without parameters and is
 * safe on any thread.
 */
@SuppressWarnings("exports") // Formats are modules of the profiler itself.
public interface JournalFormat {
    /**
     * Writes segments to nowhere, once in a process, so that the first one of a window does not wait for code to be
     * loaded and compiled while buffers fill up. Called on the thread that starts a profile. The default does nothing.
     *
     * @param segments some tens of segments
     * @throws IOException if it fails, which is ignored
     */
    default void warmUp(List<Segment> segments) throws IOException {}

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
