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
 * Small file that passes commands and answers between processes, written whole or not at all.
 *
 * @param path path of the file
 */
record RankFile(Path path) {
    private static final long MAX_BYTES = 1 << 16;

    /** Returns the file that describes a joined rank. */
    static RankFile there(Path directory, int rank) {
        return new RankFile(directory.resolve("rank-" + rank));
    }

    /** Returns the file with the command to all joined ranks. */
    static RankFile command(Path directory) {
        return new RankFile(directory.resolve("command"));
    }

    /** Returns the file with a rank's answer to the last command. */
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

    /** Returns the contents, if the file exists. */
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
