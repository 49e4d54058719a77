package io.stepprofiler.mxnet;

import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The directory by which processes tell each other what to do: for each rank a file that says that it is there, one with
 * what it is to do, and one with what it says to that. Each is written whole or not at all.
 *
 * <p>Whoever can write here decides where other processes write their files, so that it must be one user's alone.
 *
 * @param path where it is
 */
record RankFiles(Path path) {
    private static final String PREFIX = "rank-";
    private static final long MAX_BYTES = 1 << 16;

    /** What is said of a rank. */
    enum Kind {
        THERE,
        COMMAND,
        ANSWER
    }

    /**
     * Makes it, unless it is there.
     *
     * @throws IOException if it cannot be made, or others can write into it
     */
    static RankFiles in(Path path) throws IOException {
        try {
            if (!Files.isDirectory(path)) {
                Files.createDirectories(
                        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(path);
            if (allowed.contains(PosixFilePermission.GROUP_WRITE)
                    || allowed.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new IOException(path + " can be written by others (" + PosixFilePermissions.toString(allowed)
                        + "), who could say where this process writes its files: chmod 700");
            }
        } catch (UnsupportedOperationException e) {
            Files.createDirectories(path); // A system without such permissions.
        }
        return new RankFiles(path);
    }

    private Path file(Kind kind, int rank) {
        return path.resolve(PREFIX + rank + "." + Texts.lower(kind));
    }

    void write(Kind kind, int rank, Properties contents) throws IOException {
        TraceFile.replace(file(kind, rank), out -> contents.store(out, null));
    }

    void remove(Kind kind, int rank) throws IOException {
        Files.deleteIfExists(file(kind, rank));
    }

    /** What a file says, if it is there. */
    Optional<Properties> read(Kind kind, int rank) throws IOException {
        Path file = file(kind, rank);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " is not what a rank has written: remove it");
        }
        Properties contents = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            contents.load(in);
            return Optional.of(contents);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is not what a rank has written: remove it", e);
        }
    }

    /** What is said of all ranks that are there. */
    SortedMap<Integer, Properties> there() throws IOException {
        SortedMap<Integer, Properties> ranks = new TreeMap<>();
        String ending = "." + Texts.lower(Kind.THERE);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path, PREFIX + "[0-9]*" + ending)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                int rank = Integer.parseInt(name.substring(PREFIX.length(), name.length() - ending.length()));
                read(Kind.THERE, rank).ifPresent(said -> ranks.put(rank, said));
            }
        } catch (NumberFormatException e) {
            throw new IOException(path + " has a file of a rank that is no number: remove it", e);
        }
        return ranks;
    }
}
