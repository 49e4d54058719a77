package io.stepprofiler.capture;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
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
 * another user's, or a link, is not believed. On Linux only.
 */
public final class Announcements {
    private static final String PREFIX = "step-profiler-";

    /** Which mounts a process sees: those of a container are others. */
    private static final String MOUNTS = "ns/mnt";

    /** Key of the time at which the process began, as {@link #started} tells it. */
    private static final String STARTED = "started";

    /** End of the name of a file with a token. */
    private static final String TOKEN = ".token";

    private static final int TOKEN_BYTES = 32;
    private static final long MAX_BYTES = 64 * 1024;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS_WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final System.Logger LOG = System.getLogger(Announcements.class.getName());

    private final Path proc;
    private final Path temporary;
    private final Owners owners;

    /** Tells the number of the user whose file it is, or process. */
    @FunctionalInterface
    interface Owners {
        int of(Path file) throws IOException;
    }

    Announcements(Path proc, Path temporary, Owners owners) {
        this.proc = proc;
        this.temporary = temporary;
        this.owners = owners;
    }

    static Announcements ofTheMachine() {
        return new Announcements(Path.of("/proc"), Path.of("/tmp"), Announcements::owner);
    }

    /**
     * Announces a server of this process until what is answered is closed, or the process ends. Never throws: a server
     * that cannot be announced is reached by its port, and a line of the log says why.
     */
    Runnable publish(Announcement server) {
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
                            + " cannot be found by the number of its process, only by its port: " + e);
            return () -> {};
        }
    }

    /** Has the files of this process look new, for what is old is removed from {@code /tmp} now and then. */
    void keepYoung() {
        try {
            int user = owners.of(proc.resolve("self"));
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
        int user = owners.of(proc.resolve("self"));
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
        return ofTheMachine().makeToken();
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
        properties.setProperty(STARTED, started(proc.resolve(String.valueOf(server.pid()))));
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
            int user = owners.of(proc.resolve("self"));
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
                    String started = started(proc.resolve(pid));
                    if (name.equals(pid)) {
                        found.add(parse(file, started));
                    }
                } catch (IOException e) {
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
        Path process = proc.resolve(String.valueOf(pid));
        try (DirectoryStream<Path> directories =
                Files.newDirectoryStream(process.resolve("root").resolve("tmp"), PREFIX + "*")) {
            String number = ownNumber(process, pid);
            String started = started(process);
            int user = owners.of(process);
            boolean seesTheSame = seesTheSame(process);
            for (Path directory : directories) {
                Path file = directory.resolve(number);
                if (isTrusted(directory, user) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Announcement found = parse(file, started);
                    Announcement shown =
                            user == owners.of(proc.resolve("self")) && seesTheSame ? found : found.withoutToken();
                    return Optional.of(seesTheSame ? shown : shown.seen(named -> hereOf(process, named)));
                }
            }
        } catch (IOException | RuntimeException e) {
            // Not ours to look at, or gone.
        }
        return Optional.empty();
    }

    /** Whether a process has the root directory of this one and what is mounted below it, as none in a container has. */
    private boolean seesTheSame(Path process) {
        Path self = proc.resolve("self");
        try {
            return Files.isSameFile(process.resolve("root"), self.resolve("root"))
                    && Files.isSameFile(process.resolve(MOUNTS), self.resolve(MOUNTS));
        } catch (IOException e) {
            return false;
        }
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

    /** How a file of a process is named here that sees other files than this one. */
    private static Path hereOf(Path process, Path named) {
        return process.resolve("root").resolve(Path.of("/").relativize(named));
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

    static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid");
    }

    /** When a process began, in ticks since the machine did: no other process of that number has the same. */
    private static String started(Path process) throws IOException {
        String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        // The second field is a name with any signs in it, in parentheses; the time is the 22nd.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        if (fields.length < 20) {
            throw new IOException(process + " has no time");
        }
        return fields[19];
    }

    private static String ownNumber(Path process, long pid) throws IOException {
        try (var lines = Files.lines(process.resolve("status"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.startsWith("NSpid:"))
                    .map(line ->
                            line.substring(line.strip().lastIndexOf('\t') + 1).strip())
                    .findFirst()
                    .orElse(String.valueOf(pid));
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
