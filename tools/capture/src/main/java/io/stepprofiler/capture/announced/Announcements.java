package io.stepprofiler.capture.announced;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * Announcements of a user's capture servers on this machine, in one file per process in the directory {@code
 * /tmp/step-profiler-<user id>}, which only the user can read and write. The system property {@code java.io.tmpdir} is
 * ignored: programs change it, and could then not be found.
 *
 * <p>The file of a killed process is removed by the next reader. A directory that is a link, or belongs to another
 * user, is not trusted. If files have no Unix users, as on Windows, there are no announcements.
 */
public final class Announcements {
    private static final String PREFIX = "step-profiler-";

    /** Key of the start time of the process, as returned by {@link ProcessTable#started}. */
    private static final String STARTED = "started";

    /** Ending of the names of token files. */
    private static final String TOKEN = ".token";

    private static final int TOKEN_BYTES = 32;
    private static final long MAX_BYTES = 64 * 1024;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS_WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final System.Logger LOG = System.getLogger(Announcements.class.getName());

    private final ProcessTable processes;
    private final Path temporary;

    Announcements(ProcessTable processes, Path temporary) {
        this.processes = processes;
        this.temporary = temporary;
    }

    /** {@return the announcements of this machine} */
    public static Announcements ofTheMachine() {
        // Q7: a file, for a property can only be read by attaching.
        Path temporary = Path.of("/tmp");
        return new Announcements(
                LinuxProcesses.isHere() ? LinuxProcesses.ofTheMachine() : new PortableProcesses(Path.of("/")),
                temporary);
    }

    /**
     * Announces a server of this process until the returned action is run, or the process ends. Never throws: a server
     * that cannot be announced is reachable by its port, and the reason is logged.
     *
     * @param server the server
     * @return action that withdraws the announcement
     */
    public Runnable publish(Announcement server) {
        try {
            Path file = write(server);
            Thread atExit = new Thread(() -> delete(file), "step-profiler-announcement");
            Runtime.getRuntime().addShutdownHook(atExit);
            return () -> {
                delete(file);
                try {
                    Runtime.getRuntime().removeShutdownHook(atExit);
                } catch (IllegalStateException e) {
                    // The process is ending, and the hook with it.
                }
            };
        } catch (IOException | RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The capture server on port " + server.port()
                            + " cannot be found by its process id, only by its port: " + reason(e));
            return () -> {};
        }
    }

    private static String reason(Exception e) {
        return e instanceof UnsupportedOperationException
                ? "files have no Unix users here, so the owner of an announcement cannot be checked"
                : e.toString();
    }

    /** Renews the time stamps of this process's files, because systems remove old files from {@code /tmp}. */
    public void keepYoung() {
        try {
            int user = processes.user();
            Path directory = temporary.resolve(PREFIX + user);
            Path file = directory.resolve(String.valueOf(ProcessHandle.current().pid()));
            FileTime now = FileTime.from(Instant.now());
            for (Path each : List.of(file, tokenOf(file))) {
                if (isTrusted(directory, user) && Files.exists(each)) {
                    Files.setLastModifiedTime(each, now);
                }
            }
        } catch (IOException | RuntimeException e) {
            // The next attempt follows in an hour.
            LOG.log(System.Logger.Level.DEBUG, "Could not renew the announcement of the capture server", e);
        }
    }

    /** The directory, created if it does not exist. */
    private Path directory() throws IOException {
        int user = processes.user();
        Path directory = temporary.resolve(PREFIX + user);
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            // Checked below.
        }
        if (!isTrusted(directory, user)) {
            throw new IOException(directory + " belongs to another user, or is writable by others");
        }
        read(directory);
        return directory;
    }

    /**
     * {@return a file with a new token for a server in this process, readable only by this user} It is removed with the
     * announcement of that server.
     *
     * @throws IOException if there is no directory that only this user can access
     */
    public static Path newToken() throws IOException {
        try {
            return ofTheMachine().makeToken();
        } catch (UnsupportedOperationException e) {
            throw new IOException("files have no Unix users here, so a token cannot be protected from other users", e);
        }
    }

    Path makeToken() throws IOException {
        byte[] secret = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(secret);
        Path directory = directory();
        Path written = Files.createTempFile(directory, ".", ".new");
        Files.writeString(written, HexFormat.of().formatHex(secret));
        return Files.move(
                written,
                tokenOf(directory.resolve(String.valueOf(ProcessHandle.current().pid()))),
                StandardCopyOption.ATOMIC_MOVE);
    }

    /** The token file of an announcement. */
    private static Path tokenOf(Path announcement) {
        return announcement.resolveSibling(announcement.getFileName() + TOKEN);
    }

    private Path write(Announcement server) throws IOException {
        Path directory = directory();
        Properties properties = server.properties();
        properties.setProperty(STARTED, processes.started(server.pid()));
        // Temporary files are accessible only by their owner.
        Path written = Files.createTempFile(directory, ".", ".new");
        try (Writer to = Files.newBufferedWriter(written)) {
            properties.store(to, null);
        }
        return Files.move(written, directory.resolve(String.valueOf(server.pid())), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * {@return the announced server of a process, if there is one} The token is left out if the process belongs to
     * another user, or sees other files than this one, as in a container: its token file could be a link to a file of a
     * third party.
     *
     * @param pid process id as seen here; it differs inside a container
     */
    public static Optional<Announcement> of(long pid) {
        return ofTheMachine().in(pid);
    }

    /** The servers announced by this user's processes, sorted by process id. */
    List<Announcement> read() {
        try {
            int user = processes.user();
            Path directory = temporary.resolve(PREFIX + user);
            return isTrusted(directory, user) ? read(directory) : List.of();
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }

    private List<Announcement> read(Path directory) throws IOException {
        List<Announcement> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "[0-9]*")) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                String pid = name.endsWith(TOKEN) ? name.substring(0, name.length() - TOKEN.length()) : name;
                try {
                    String started = processes.started(Long.parseLong(pid));
                    if (name.equals(pid)) {
                        found.add(parse(file, started));
                    }
                } catch (IOException | NumberFormatException e) {
                    delete(file);
                }
            }
        }
        found.sort(Comparator.comparingLong(Announcement::pid));
        return found;
    }

    /**
     * Looks in the file system of the process, under the process id that it has there. A token is read with the rights
     * of this process, and sent to the announced address; so only a process of this user with the same file system may
     * name a token file. Other processes could replace the file by a link to any file that this process can read.
     */
    Optional<Announcement> in(long pid) {
        try {
            ProcessSnapshot process = processes.of(pid);
            try (DirectoryStream<Path> directories = Files.newDirectoryStream(process.temporary(), PREFIX + "*")) {
                for (Path directory : directories) {
                    Path file = directory.resolve(process.ownNumber());
                    if (isTrusted(directory, process.user()) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                        Announcement found = parse(file, process.started());
                        boolean isTrusted = process.seesTheSame() && process.user() == processes.user();
                        return Optional.of((isTrusted ? found : found.withoutToken()).seen(process::at));
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            // Not accessible, or gone.
        }
        return Optional.empty();
    }

    private static Announcement parse(Path file, String started) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " is not an announcement");
        }
        Properties properties = new Properties();
        try (Reader from = Files.newBufferedReader(file)) {
            properties.load(from);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is not an announcement", e);
        }
        if (!started.equals(properties.getProperty(STARTED))) {
            throw new IOException(file + " belongs to another process");
        }
        return Announcement.of(properties);
    }

    private static boolean isTrusted(Path directory, int user) {
        try {
            Map<String, Object> found =
                    Files.readAttributes(directory, "unix:uid,isDirectory,permissions", LinkOption.NOFOLLOW_LINKS);
            return Boolean.TRUE.equals(found.get("isDirectory"))
                    && Integer.valueOf(user).equals(found.get("uid"))
                    && found.get("permissions") instanceof Set<?> allowed
                    && OTHERS_WRITE.stream().noneMatch(allowed::contains);
        } catch (IOException e) {
            return false;
        }
    }

    /** Deletes an announcement and its token. */
    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(tokenOf(file));
        } catch (IOException e) {
            // A later reader removes the stale file.
        }
    }
}
