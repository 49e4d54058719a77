package io.stepprofiler.handlers.journal;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * One file of a journal that is read, from any thread.
 *
 * <p>Not a channel, which would be closed for all its readers by the interruption of one. The virtual machine closes the file when
 * nobody can reach it any more.
 */
final class JournalFile implements Closeable {
    private final Path path;
    private final RandomAccessFile file;
    private final long length;

    /**
     * Opens a file.
     *
     * @param limit how much of it counts; the rest is still being written
     */
    JournalFile(Path path, long limit) throws IOException {
        this.path = path;
        file = new RandomAccessFile(path.toFile(), "r");
        length = Math.min(file.length(), limit);
    }

    long length() {
        return length;
    }

    /** Reads {@code count} bytes at {@code at}. */
    void readFully(long at, byte[] to, int count) throws IOException {
        if (at < 0 || count > length - at) {
            throw new EOFException("Bytes " + at + " to " + (at + count) + " of " + length);
        }
        synchronized (file) {
            file.seek(at);
            file.readFully(to, 0, count);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
