package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.Journal;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds the journals of processes that have ended, and assembles traces from them. */
public final class Journals {
    private Journals() {}

    /**
     * {@return the journals in a directory, in the order of their names}
     *
     * @param directory directory in which processes kept their journals
     * @throws IOException if it cannot be read
     */
    public static List<Path> in(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(BlockJournalFormat::isJournalName)
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
    }

    /**
     * Opens a journal.
     *
     * @param journal one of {@link #in}
     * @return the open journal; to be closed
     * @throws IOException if it is no journal, or cannot be read
     */
    static Journal open(Path journal) throws IOException {
        return new BlockJournalFormat().open(journal);
    }

    /**
     * Assembles the trace of a journal, up to its last intact block: {@linkplain Trace#isPartial partial} if the
     * journal was not finished or is damaged, with a loss account that adds up. Reads the journal once; the trace reads
     * its events from the journal on demand, so that it takes little memory however long the journal is, and keeps the
     * files open until it is unreachable.
     *
     * @param journal one of {@link #in}
     * @return the trace
     * @throws IOException if it is no journal, or cannot be read
     */
    public static Trace assemble(Path journal) throws IOException {
        return read(open(journal), Journal::assemble);
    }

    /** Reads a result from an open journal, which is closed only if reading fails. */
    static <J extends Journal, R> R read(J journal, Reading<J, R> reading) throws IOException {
        try {
            return reading.of(journal);
        } catch (IOException | RuntimeException e) {
            try {
                journal.close();
            } catch (IOException another) {
                e.addSuppressed(another);
            }
            throw e;
        }
    }

    /** Function that reads a result from a journal. */
    interface Reading<J extends Journal, R> {
        R of(J journal) throws IOException;
    }
}
