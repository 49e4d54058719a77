package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.Journal;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Journals of processes that have ended: finds them, and makes traces of them. */
public final class Journals {
    private Journals() {}

    /**
     * {@return the journals in a directory, in the order of their names}
     *
     * @param directory where processes kept their journals
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
     * @return what reads it; to be closed
     * @throws IOException if it is none, or cannot be read
     */
    static Journal open(Path journal) throws IOException {
        return new BlockJournalFormat().open(journal);
    }

    /**
     * Makes a trace of a journal, up to its last whole block: {@linkplain Trace#isPartial partial} if the journal was
     * not finished or is damaged, with an account that adds up. Reads the journal once; the trace reads its events from
     * the journal when they are asked for, so that it takes little memory however long the journal is, and keeps the
     * files open until it is unreachable.
     *
     * @param journal one of {@link #in}
     * @return the trace
     * @throws IOException if it is no journal, or cannot be read
     */
    public static Trace assemble(Path journal) throws IOException {
        return read(open(journal), Journal::assemble);
    }

    /** Reads something of an open journal, which is closed only if that fails. */
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

    /** A result that is read of a journal. */
    interface Reading<J extends Journal, R> {
        R of(J journal) throws IOException;
    }
}
