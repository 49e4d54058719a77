package io.stepprofiler.journal.blocks;

import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One file of a journal that is read, from any thread.
 *
 * <p>Not a channel, which would be closed for all its readers by the interruption of one. What is in memory needs no
 * file any more.
 */
final class JournalFile implements Closeable {
    /** How {@link OpenFiles} knows it. */
    final WeakReference<JournalFile> self = new WeakReference<>(this);

    private final Path path;
    private final long length;
    private final OpenFiles openFiles;
    private final ReentrantLock lock = new ReentrantLock();
    private byte @Nullable [] content;
    private @Nullable RandomAccessFile file;
    private boolean closed;

    /**
     * Opens a file.
     *
     * @param limit how much of it counts; the rest is still being written
     * @throws FileNotFoundException if it cannot be opened
     */
    JournalFile(Path path, long limit, OpenFiles openFiles) throws IOException {
        this.path = path;
        this.openFiles = openFiles;
        RandomAccessFile opened = open();
        try {
            length = Math.min(opened.length(), limit);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        file = opened;
        openFiles.used(this);
    }

    private RandomAccessFile open() throws FileNotFoundException {
        // To open a pipe may take for ever.
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new FileNotFoundException(path + " (Not a file)");
        }
        return new RandomAccessFile(path.toFile(), "r");
    }

    long length() {
        return length;
    }

    boolean isOnDisk() {
        return Files.exists(path);
    }

    boolean isOfSameJournal(JournalFile other) {
        return Objects.equals(path.getParent(), other.path.getParent());
    }

    /** Reads all of it into memory, and closes the file. */
    void load() throws IOException {
        byte[] bytes = new byte[Math.toIntExact(length)];
        readFully(0, bytes, bytes.length);
        lock.lock();
        try {
            content = bytes;
            closeFile();
        } finally {
            lock.unlock();
        }
    }

    /** Reads {@code count} bytes at {@code at}. */
    void readFully(long at, byte[] to, int count) throws IOException {
        if (at < 0 || count > length - at) {
            throw new EOFException("Bytes " + at + " to " + (at + count) + " of " + length);
        }
        lock.lock();
        try {
            if (closed) {
                throw new IOException(path + " is closed");
            }
            byte[] bytes = content;
            if (bytes != null) {
                System.arraycopy(bytes, (int) at, to, 0, count);
                return;
            }
            RandomAccessFile from = opened();
            from.seek(at);
            from.readFully(to, 0, count);
        } finally {
            lock.unlock();
        }
    }

    private RandomAccessFile opened() throws IOException {
        RandomAccessFile from = file;
        if (from == null) {
            try {
                from = open();
            } catch (FileNotFoundException e) {
                throw new IOException(
                        path
                                + " cannot be opened again: its journal was removed once the handlers had had its trace, and files of"
                                + " later ones are open in its place; JournalOptions.keepFiles keeps journals",
                        e);
            }
            file = from;
        }
        openFiles.used(this);
        return from;
    }

    /** Closes the file until it is needed again; false if it is needed just now. */
    boolean letGo() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            RandomAccessFile open = file;
            file = null;
            if (open != null) {
                open.close();
            }
            return true;
        } catch (IOException e) {
            // What was only read loses nothing.
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void closeFile() throws IOException {
        RandomAccessFile open = file;
        file = null;
        openFiles.closed(this);
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            content = null;
            closeFile();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
