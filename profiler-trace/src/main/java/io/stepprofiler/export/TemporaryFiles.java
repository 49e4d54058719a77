package io.stepprofiler.export;

import io.stepprofiler.event.ProcessInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of files that are being written, which identify the writing process: {@code
 * .<name>.<machine>-<pid>-<start>-<number>.tmp}.
 *
 * <p>A machine is its name, its machine id if there is one, on Linux the namespace of its process ids, and the user, so
 * that files of another host on a shared directory, of another container or of another user are never mistaken for
 * files of a process that has ended.
 */
final class TemporaryFiles {
    /** Names of files are at most 255 bytes; the owner takes about fifty. */
    private static final int MAX_NAME = 60;

    /** Directories that are remembered; in any more, each write looks for left-behind files. */
    private static final int MAX_DIRECTORIES = 1000;

    private static final Pattern NAME = Pattern.compile("\\..*\\.([0-9a-f]+)-(\\d+)-(\\d+)-[0-9a-f]+\\.tmp");
    private static final long PID = ProcessHandle.current().pid();
    private static final long START = start();
    private static final String MACHINE = machine();
    private static final AtomicLong LAST = new AtomicLong();
    private static final String RUN = Integer.toHexString(UUID.randomUUID().hashCode());
    private static final Set<Path> CLEANED = ConcurrentHashMap.newKeySet();

    private TemporaryFiles() {}

    /** A unique name for the temporary file that becomes {@code fileName}. */
    static String newName(String fileName) {
        // The class may be loaded several times in a process, so that a number alone is not enough.
        return newName(fileName, MACHINE, PID, START, RUN + Long.toHexString(LAST.incrementAndGet()));
    }

    static String newName(String fileName, String machine, long pid, long start, String number) {
        int length = Math.min(fileName.length(), MAX_NAME);
        return "." + fileName.substring(0, length) + "." + machine + "-" + pid + "-" + start + "-" + number + ".tmp";
    }

    /** Removes the files that ended processes of this machine have left in a directory, once for each directory. */
    static void removeLeftBehind(Path directory) {
        boolean isNew = CLEANED.size() >= MAX_DIRECTORIES || CLEANED.add(directory.normalize());
        if (isNew) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ".*.tmp")) {
                for (Path file : files) {
                    if (isLeftBehind(file.getFileName().toString())) {
                        Files.deleteIfExists(file);
                    }
                }
            } catch (IOException | RuntimeException e) {
                // A directory that cannot be read, or a file that has been removed meanwhile, must not fail the writer.
            }
        }
    }

    /** True if a file belongs to a process of this machine that has ended. */
    static boolean isLeftBehind(String fileName) {
        Matcher name = NAME.matcher(fileName);
        if (!name.matches() || !name.group(1).equals(MACHINE)) {
            return false;
        }
        try {
            long pid = Long.parseLong(name.group(2));
            long start = Long.parseLong(name.group(3));
            // An earlier process with our id has ended. Another id may have been reused: its file stays until that
            // process ends.
            return pid == PID
                    ? START != 0 && start != START
                    : ProcessHandle.of(pid).isEmpty();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Start of this process in milliseconds since 1970; 0 if not known. */
    private static long start() {
        Optional<Instant> start = ProcessHandle.current().info().startInstant();
        return start.map(Instant::toEpochMilli).orElse(0L);
    }

    private static String machine() {
        // Processes of other users may be hidden from us, and would look as if they had ended.
        String identity = ProcessInfo.current().host() + "/" + System.getProperty("user.name") + "/"
                + content("/etc/machine-id") + "/" + link("/proc/self/ns/pid");
        return Long.toHexString(UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
                .getMostSignificantBits());
    }

    private static String content(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    private static String link(String file) {
        try {
            return Files.readSymbolicLink(Path.of(file)).toString();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
