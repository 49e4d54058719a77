package io.stepprofiler.journal.blocks;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** File operations of a journal: all that can fail. */
interface JournalFiles {
    /** A file that is being written. */
    interface Output extends Closeable {
        /** Appends bytes. */
        void write(byte[] bytes, int count) throws IOException;

        /** Cuts the file to a length that it has had. */
        void truncate(long length) throws IOException;

        /** Has the system write what it keeps in memory. */
        void force() throws IOException;
    }

    /** Creates a directory that is not there yet, for its owner only, and those it is in. */
    void createDirectory(Path directory) throws IOException;

    /** Creates a file that is not there yet, for its owner only. */
    Output create(Path file) throws IOException;

    /** Removes a file or an empty directory. */
    void delete(Path file) throws IOException;

    /** Entries of a directory, in the order of names. */
    List<Path> list(Path directory) throws IOException;

    /** How many bytes may be written yet. */
    long usableBytes(Path directory) throws IOException;
}
