package io.stepprofiler.capture.ranks;

import io.stepprofiler.capture.client.ClientOptions;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.text.SafeName;
import io.stepprofiler.trace.DistributedInfo;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * A directory, such as one shared by all machines, in which the processes of a training register their servers: one
 * properties file per process, {@code <machine>-<pid>.rank}, which exists while the server runs.
 *
 * <p>Every user who can write to the directory can name servers, so it contains no secrets for clients to send: a token
 * comes from the client's own {@link ClientOptions}.
 */
public final class RankDirectory {
    private static final String ENDING = ".rank";
    private static final long MAX_BYTES = 16 * 1024;
    private static final int MAX_RANKS = 10_000;
    private static final int MAX_PORT = 0xFFFF;

    private static final String MACHINE = "machine";
    private static final String HOST = "host";
    private static final String PORT = "port";
    private static final String PID = "pid";
    private static final String RANK = "rank";
    private static final String STARTED = "started";

    private final Path path;

    /**
     * Creates a reference to a directory.
     *
     * @param path path of the directory
     */
    public RankDirectory(Path path) {
        this.path = path;
    }

    /** Content of a file. */
    private record Entry(String machine, String host, int port, long pid, int rank, long started) {
        static Entry of(Properties from) {
            Entry entry = new Entry(
                    from.getProperty(MACHINE, ""),
                    from.getProperty(HOST, ""),
                    Integer.parseInt(from.getProperty(PORT, "")),
                    Long.parseLong(from.getProperty(PID, "")),
                    Integer.parseInt(from.getProperty(RANK, "-1")),
                    Long.parseLong(from.getProperty(STARTED, "0")));
            if (entry.port < 1 || entry.port > MAX_PORT || !entry.host.matches("[A-Za-z0-9._:%-]{1,255}")) {
                throw new IllegalArgumentException("port = " + entry.port + ", host = " + entry.host);
            }
            return entry;
        }

        Rank server(ClientOptions options) {
            return new Rank(host, port, options);
        }

        /** Key that identifies a running process: a restarted rank counts once. */
        String identity() {
            return rank >= 0 ? "rank " + rank : machine + " " + pid;
        }
    }

    /**
     * Registers the server of this process until the returned action is run or the process ends.
     *
     * @param host name or address by which other machines reach it
     * @param port its port
     * @return action that removes the file
     * @throws IOException if the file cannot be written
     */
    public Runnable register(String host, int port) throws IOException {
        ProcessInfo process = ProcessInfo.current();
        Properties entry = new Properties();
        entry.setProperty(MACHINE, process.host());
        entry.setProperty(HOST, host);
        entry.setProperty(PORT, String.valueOf(port));
        entry.setProperty(PID, String.valueOf(process.pid()));
        entry.setProperty(STARTED, String.valueOf(Instant.now().toEpochMilli()));
        DistributedInfo.fromEnvironment(System.getenv(), process.host())
                .ifPresent(worker -> entry.setProperty(RANK, String.valueOf(worker.rank())));
        Path file = path.resolve(SafeName.cut(SafeName.of(process.host()), 200) + "-" + process.pid() + ENDING);
        TraceFile.createDirectory(path);
        // A file of an earlier process; or a link of another user, which would redirect the write.
        Files.deleteIfExists(file);
        TraceFile.create(file, out -> entry.store(out, null));
        file.toFile().deleteOnExit();
        return () -> {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /**
     * {@return the registered processes, by rank; for a restarted process the last registration} Invalid files are
     * skipped, so that a user who can write to the directory cannot block all captures.
     *
     * @param options options of the connections
     * @param told receives a sentence for each invalid file
     * @throws IOException if the directory cannot be read
     */
    public List<Rank> ranks(ClientOptions options, Consumer<String> told) throws IOException {
        return entries(told).stream().map(entry -> entry.server(options)).toList();
    }

    /**
     * {@return the registered processes whose rank is known, by its number} Invalid files are skipped.
     *
     * @param options options of the connections
     * @param told receives a sentence for each invalid file
     * @throws IOException if the directory cannot be read
     */
    public Map<Integer, Rank> byNumber(ClientOptions options, Consumer<String> told) throws IOException {
        Map<Integer, Rank> ranks = new LinkedHashMap<>();
        for (Entry entry : entries(told)) {
            if (entry.rank >= 0) {
                ranks.put(entry.rank, entry.server(options));
            }
        }
        return ranks;
    }

    private List<Entry> entries(Consumer<String> told) throws IOException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*" + ENDING)) {
            for (Path file : files) {
                Entry entry;
                try {
                    entry = read(file);
                } catch (NoSuchFileException e) {
                    // Its process has ended in the meantime.
                    continue;
                } catch (IOException e) {
                    // The message of a file system exception is only the path.
                    told.accept(
                            e instanceof FileSystemException
                                    ? OneLine.of(file + " cannot be read")
                                    : String.valueOf(e.getMessage()));
                    continue;
                }
                entries.merge(entry.identity(), entry, (one, other) -> one.started > other.started ? one : other);
                if (entries.size() > MAX_RANKS) {
                    throw new IOException(path + " has more than " + MAX_RANKS + " ranks");
                }
            }
        }
        List<Entry> sorted = new ArrayList<>(entries.values());
        sorted.sort(Comparator.comparingInt(Entry::rank)
                .thenComparing(Entry::machine)
                .thenComparingLong(Entry::pid));
        return sorted;
    }

    private static Entry read(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile() || attributes.size() > MAX_BYTES) {
            throw new IOException(OneLine.of(file.toString()) + " is not a rank file: remove it");
        }
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            properties.load(in);
            return Entry.of(properties);
        } catch (IllegalArgumentException e) {
            throw new IOException(OneLine.of(file + " is not a rank file: remove it (" + e.getMessage() + ")"), e);
        }
    }
}
