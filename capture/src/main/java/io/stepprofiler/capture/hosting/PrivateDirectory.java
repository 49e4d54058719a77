package io.stepprofiler.capture.hosting;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory for temporary files that only this user can read. It is removed with all that is in it when it is closed;
 * what a process that was killed has left is removed by the next one that makes one.
 *
 * <p>A lock on a file in it says that its process lives: other than numbers of processes it means the same in every
 * container that shares the directory above.
 */
public final class PrivateDirectory implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PrivateDirectory.class.getName());
    private static final String PREFIX = "step-profiler-traces-";
    private static final String LOCK = "lock";
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /**
     * The locks of this process, by their directories. A process that closes any of its channels to a file gives up the
     * lock on it, whichever channel has that: those that are known to be its own are not opened once more, and what was
     * opened before that was known stays open until the file is gone.
     */
    private static final Map<Path, FileChannel> OF_PROCESS = new HashMap<>();

    private final Path path;
    private final UserPrincipal owner;
    private FileChannel lock;
    private boolean closed;

    private PrivateDirectory(Path path) throws IOException {
        this.path = path;
        owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
        lock = locked(path);
    }

    /**
     * {@return a new one}
     *
     * @param parent the directory that it is made in
     * @throws IOException if that fails
     */
    public static PrivateDirectory in(Path parent) throws IOException {
        PrivateDirectory made = make(parent);
        removeLeftBehind(parent, made.path);
        return made;
    }

    private static PrivateDirectory make(Path parent) throws IOException {
        try {
            PrivateDirectory made = new PrivateDirectory(Files.createTempDirectory(parent, PREFIX));
            made.path();
            return made;
        } catch (IOException e) {
            throw new IOException("there can be no directory for traces in " + parent + ": " + e, e);
        }
    }

    private static FileChannel locked(Path directory) throws IOException {
        synchronized (OF_PROCESS) {
            FileChannel channel =
                    FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            channel.lock();
            OF_PROCESS.put(directory, channel);
            return channel;
        }
    }

    /**
     * {@return where it is} It is made again if somebody has removed it.
     *
     * @throws IOException if that fails, also where somebody else has taken its name, or if it is closed
     */
    public synchronized Path path() throws IOException {
        if (closed) {
            throw new IOException("the directory for traces " + path + " is closed");
        }
        // Another process may have seen it before it was locked, and taken it for one that was left behind.
        while (!isThere()) {
            makeAgain();
        }
        return path;
    }

    /** Whether it is there, with the lock that keeps it. */
    boolean isThere() throws IOException {
        return isOurs() && Files.exists(path.resolve(LOCK), LinkOption.NOFOLLOW_LINKS);
    }

    private boolean isOurs() throws IOException {
        try {
            return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(owner);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void makeAgain() throws IOException {
        if (!isOurs()) {
            Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        unlock();
        try {
            lock = locked(path);
        } catch (NoSuchFileException e) {
            // Removed meanwhile: it is looked at once more.
        }
    }

    /** Has all that is in it look new, for what is old is removed from directories such as {@code /tmp} now and then. */
    public synchronized void keepYoung() {
        try {
            if (isOurs()) {
                keepFilesYoung();
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "Could not keep " + path + " young", e);
        }
    }

    private void keepFilesYoung() throws IOException {
        FileTime now = FileTime.from(Instant.now());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.setLastModifiedTime(file, now);
                }
            }
        }
    }

    private static void removeLeftBehind(Path parent, Path own) {
        forgetGone();
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path sibling : siblings) {
                synchronized (OF_PROCESS) {
                    if (!OF_PROCESS.containsKey(sibling)) {
                        removeIfLeftBehind(sibling, own);
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "Could not look for what other processes have left in " + parent, e);
        }
    }

    /** Closes what was opened of directories that others of this process have removed since. */
    private static void forgetGone() {
        synchronized (OF_PROCESS) {
            OF_PROCESS.entrySet().removeIf(each -> {
                boolean isGone = Files.notExists(each.getKey().resolve(LOCK), LinkOption.NOFOLLOW_LINKS);
                return isGone && isClosed(each.getValue());
            });
        }
    }

    private static boolean isClosed(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "Could not close the lock of a directory that is gone", e);
        }
        return !channel.isOpen();
    }

    private static void removeIfLeftBehind(Path sibling, Path own) throws IOException {
        Path file = sibling.resolve(LOCK);
        if (!Files.isDirectory(sibling, LinkOption.NOFOLLOW_LINKS)
                || !Files.getOwner(sibling, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own))
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        boolean isOfProcess = false;
        try (FileLock taken = channel.tryLock()) {
            if (taken != null) {
                // With the lock held: who is about to take it finds the file gone then.
                remove(sibling);
            }
        } catch (OverlappingFileLockException e) {
            // Of a server of this process whose classes are of another class loader.
            isOfProcess = true;
            OF_PROCESS.put(sibling, channel);
        } finally {
            if (!isOfProcess) {
                channel.close();
            }
        }
    }

    private void unlock() throws IOException {
        synchronized (OF_PROCESS) {
            OF_PROCESS.remove(path);
            lock.close();
        }
    }

    private static void remove(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(directory);
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            try {
                remove(path);
            } finally {
                unlock();
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Temporary files of captures could not be removed from " + path, e);
        }
    }
}
