package io.stepprofiler.journal.blocks;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** File operations of a journal that can fail. */
interface JournalFiles {
    /** A file that is being written. */
    interface Output extends Closeable {
        /** Appends bytes. */
        void write(byte[] bytes, int count) throws IOException;

        /** Truncates the file to a former length. */
        void truncate(long length) throws IOException;

        /** Forces the system to write its buffers to the disk. */
        void force() throws IOException;
    }

    /** Creates a new directory, for its owner only, and its missing parents. */
    void createDirectory(Path directory) throws IOException;

    /** Creates a new file, for its owner only. */
    Output create(Path file) throws IOException;

    /** Removes a file or an empty directory. */
    void delete(Path file) throws IOException;

    /** Entries of a directory, in order of their names. */
    List<Path> list(Path directory) throws IOException;

    /** Free bytes of the disk. */
    long usableBytes(Path directory) throws IOException;
}
