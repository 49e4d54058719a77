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
 * Announcements of all servers of captures of a user on this machine: a file each, named by the process, in the
 * directory {@code /tmp/step-profiler-<user id>}, which only the user can read and write. The system property
 * {@code java.io.tmpdir} has no say: programs change it, and then nobody would find them.
 *
 * <p>A process that was killed leaves its file, which is removed when somebody looks. What lies in a directory that is
 * another user's, or a link, is not believed. Where files have no Unix users, as on Windows, there are none.
 */
public final class Announcements {
    private static final String PREFIX = "step-profiler-";

    /** Key of the time at which the process began, as {@link Processes#started} tells it. */
    private static final String STARTED = "started";

    /** End of the name of a file with a token. */
    private static final String TOKEN = ".token";

    private static final int TOKEN_BYTES = 32;
    private static final long MAX_BYTES = 64 * 1024;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS_WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final System.Logger LOG = System.getLogger(Announcements.class.getName());

    private final Processes processes;
    private final Path temporary;

    Announcements(Processes processes, Path temporary) {
        this.processes = processes;
        this.temporary = temporary;
    }

    /** {@return those of this machine} */
    public static Announcements ofTheMachine() {
        Path temporary = Path.of("/tmp");
        return new Announcements(
                LinuxProcesses.isHere() ? LinuxProcesses.ofTheMachine() : new PortableProcesses(Path.of("/")),
                temporary);
    }

    /**
     * Announces a server of this process until what is answered is closed, or the process ends. Never throws: a server
     * that cannot be announced is reached by its port, and a line of the log says why.
     *
     * @param server the server
     * @return takes it back
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
                    // The process ends, and so does the hook.
                }
            };
        } catch (IOException | RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The capture server on port " + server.port()
                            + " cannot be found by the number of its process, only by its port: " + reason(e));
            return () -> {};
        }
    }

    private static String reason(Exception e) {
        return e instanceof UnsupportedOperationException
                ? "files have no Unix users here, so that nobody could tell whose announcement it is"
                : e.toString();
    }

    /** Has the files of this process look new, for what is old is removed from {@code /tmp} now and then. */
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
            // It is tried again in an hour.
            LOG.log(System.Logger.Level.DEBUG, "Could not keep the announcement of the capture server young", e);
        }
    }

    /** The directory, made if it is not there. */
    private Path directory() throws IOException {
        int user = processes.user();
        Path directory = temporary.resolve(PREFIX + user);
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException e) {
            // Ours, or it is refused below.
        }
        if (!isTrusted(directory, user)) {
            throw new IOException(directory + " is another user's, or can be written by others");
        }
        read(directory);
        return directory;
    }

    /**
     * {@return a file with a new token for a server in this process, which only this user can read} It is removed with
     * the announcement of that server.
     *
     * @throws IOException if there is no place for it that is this user's alone
     */
    public static Path newToken() throws IOException {
        try {
            return ofTheMachine().makeToken();
        } catch (UnsupportedOperationException e) {
            throw new IOException("files have no Unix users here, so that a token cannot be kept from others", e);
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

    /** The file of the token that was made for the server of an announcement. */
    private static Path tokenOf(Path announcement) {
        return announcement.resolveSibling(announcement.getFileName() + TOKEN);
    }

    private Path write(Announcement server) throws IOException {
        Path directory = directory();
        Properties properties = server.properties();
        properties.setProperty(STARTED, processes.started(server.pid()));
        // Files for temporary use are their owner's alone.
        Path written = Files.createTempFile(directory, ".", ".new");
        try (Writer to = Files.newBufferedWriter(written)) {
            properties.store(to, null);
        }
        return Files.move(written, directory.resolve(String.valueOf(server.pid())), StandardCopyOption.ATOMIC_MOVE);
    }

    /** {@return the servers that this user's processes have announced, by number of the process} */
    public static List<Announcement> all() {
        return ofTheMachine().read();
    }

    /**
     * {@return the server in a process, if it has announced one} Without its token where the process is another user's, or
     * sees other files than this one, as in a container: what such a process names could be somebody else's file.
     *
     * @param pid number of the process, here; one in a container may know another of itself
     */
    public static Optional<Announcement> of(long pid) {
        return ofTheMachine().in(pid);
    }

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
     * Looked for where that process sees its files, under the number that it has there. A token is sent to whoever listens
     * where the process says, and is read here, maybe by somebody who may read more, or sees other files: only one of this
     * user's own processes that see what this one sees may name it. What others name they could have changed for a link to
     * somebody else's file whenever it is looked at.
     */
    Optional<Announcement> in(long pid) {
        try {
            SeenProcess process = processes.of(pid);
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
            // Not ours to look at, or gone.
        }
        return Optional.empty();
    }

    private static Announcement parse(Path file, String started) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " is no announcement");
        }
        Properties properties = new Properties();
        try (Reader from = Files.newBufferedReader(file)) {
            properties.load(from);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is no announcement", e);
        }
        if (!started.equals(properties.getProperty(STARTED))) {
            throw new IOException(file + " is of another process");
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

    /** Deletes an announcement, and the token that belongs to it. */
    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(tokenOf(file));
        } catch (IOException e) {
            // It is found stale later.
        }
    }
}
