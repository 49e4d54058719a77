package io.stepprofiler.cli.input;

import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Checks the files that a command is to write, before it reads anything. */
public final class WrittenFiles {
    private WrittenFiles() {}

    /**
     * Rejects a destination that exists but is not a file, and one file for two outputs.
     *
     * @throws IOException if a file is rejected
     */
    public static void check(List<Path> written) throws IOException {
        Set<Path> destinations = new HashSet<>();
        for (Path file : written) {
            if (!destinations.add(real(TraceFile.destination(file)))) {
                throw new IOException(
                        "the file to write = " + file + " is not allowed: another output uses it already");
            }
        }
    }

    /** The canonical path of a file, even if the file does not exist yet and its directory has several names. */
    private static Path real(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path directory = absolute.getParent();
        Path name = absolute.getFileName();
        return directory != null && name != null && Files.isDirectory(directory)
                ? directory.toRealPath().resolve(name)
                : absolute.normalize();
    }

    /**
     * Rejects a file in a directory that is not writable, before a long operation whose result would be lost.
     *
     * @throws IOException if the directory is not writable
     */
    public static void tryOut(Path file) throws IOException {
        Path destination = TraceFile.destination(file).toAbsolutePath();
        // A root has no parent, and is rejected below.
        Path directory = Objects.requireNonNullElse(destination.getParent(), destination);
        try {
            TraceFile.probe(directory, out -> {});
        } catch (FileSystemException e) {
            throw new IOException("nothing can be written in " + directory + ": " + Reason.words(e), e);
        }
    }

    /**
     * Rejects also the input files of the command, which may have no copy.
     *
     * @throws IOException if a file is rejected
     */
    public static void check(List<Path> written, List<InputFile> inputs) throws IOException {
        check(written);
        for (Path file : written) {
            Path destination = TraceFile.destination(file);
            if (!Files.exists(destination)) {
                continue;
            }
            for (InputFile input : inputs) {
                if (isPartOf(input.path(), destination)) {
                    throw new IOException("the file to write = " + file + " is not allowed: " + input.path()
                            + " is read; must be another file");
                }
            }
        }
    }

    /** True if a file is the input, under any path or link, or belongs to the input journal. */
    private static boolean isPartOf(Path input, Path file) throws IOException {
        return Files.exists(input)
                && (Files.isSameFile(input, file) || file.toRealPath().startsWith(input.toRealPath()));
    }
}
