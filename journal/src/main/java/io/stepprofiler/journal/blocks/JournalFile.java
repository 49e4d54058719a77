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
 * File of a journal that is open for reading, from any thread.
 *
 * <p>Not a channel: interrupting one reader would close it for all. A file that is loaded into memory is closed.
 */
final class JournalFile implements Closeable {
    /** Reference that {@link OpenFiles} holds. */
    final WeakReference<JournalFile> self = new WeakReference<>(this);

    private final Path path;
    private final long length;
    private final OpenFiles openFiles;
    private final ReentrantLock lock = new ReentrantLock();
    private byte @Nullable [] content;
    // J4: no channel: an interrupted thread would close it for all others.
    private @Nullable RandomAccessFile file;
    private boolean closed;

    /**
     * Opens a file.
     *
     * @param limit length to read at most; the rest is still being written
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
        // Opening a pipe could block forever.
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

    /** Loads the content into memory, and closes the file. */
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
                                + " cannot be opened again: its journal was removed once the handlers had its trace, and files of"
                                + " later journals are open in its place; JournalOptions.withKeepFiles keeps journals",
                        e);
            }
            file = from;
        }
        openFiles.used(this);
        return from;
    }

    /** Closes the file until it is needed again; returns false if it is in use. */
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
            // A file that was only read loses no data.
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
