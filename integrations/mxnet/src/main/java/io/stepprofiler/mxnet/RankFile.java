package io.stepprofiler.mxnet;

import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * A small file by which processes tell each other what to do, written whole or not at all.
 *
 * @param path where it is
 */
record RankFile(Path path) {
    private static final long MAX_BYTES = 1 << 16;

    /** What a rank says of itself as long as it is there. */
    static RankFile there(Path directory, int rank) {
        return new RankFile(directory.resolve("rank-" + rank));
    }

    /** What all that are there are to do. */
    static RankFile command(Path directory) {
        return new RankFile(directory.resolve("command"));
    }

    /** What a rank says to the last command. */
    static RankFile answer(Path directory, int rank) {
        return new RankFile(directory.resolve("answer-" + rank));
    }

    void write(Map<String, String> contents) throws IOException {
        Properties properties = new Properties();
        properties.putAll(contents);
        TraceFile.replace(path, out -> properties.store(out, null));
    }

    void remove() throws IOException {
        Files.deleteIfExists(path);
    }

    /** What it says, if it is there. */
    Optional<Properties> read() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Properties contents = new Properties();
        try (InputStream in = Files.newInputStream(path)) {
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) || Files.size(path) > MAX_BYTES) {
                throw new IllegalArgumentException();
            }
            contents.load(in);
            return Optional.of(contents);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new IOException(path + " is not what a rank has written: remove it", e);
        }
    }
}
