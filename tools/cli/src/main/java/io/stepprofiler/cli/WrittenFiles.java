package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Files that a command is asked to write, refused before it reads anything if they cannot or must not be written. */
final class WrittenFiles {
    private WrittenFiles() {}

    /**
     * Refuses what is neither a file nor absent, and one file for two things.
     *
     * @throws IOException if there is such, naming it
     */
    static void check(List<Path> written) throws IOException {
        Set<Path> destinations = new HashSet<>();
        for (Path file : written) {
            if (!destinations.add(real(TraceFile.destination(file)))) {
                throw new IOException(
                        "the file to write = " + file + " is not allowed: it is for something else already");
            }
        }
    }

    /** The same path for the same file, also where it is not there yet and its directory has several names. */
    private static Path real(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path directory = absolute.getParent();
        Path name = absolute.getFileName();
        return directory != null && name != null && Files.isDirectory(directory)
                ? directory.toRealPath().resolve(name)
                : absolute.normalize();
    }

    /**
     * Refuses a file where nothing can be written, ahead of what takes long and would be lost then.
     *
     * @throws IOException if that is so, naming the directory
     */
    static void tryOut(Path file) throws IOException {
        Path destination = TraceFile.destination(file).toAbsolutePath();
        // Of a root, which is refused there, there is none.
        Path directory = Objects.requireNonNullElse(destination.getParent(), destination);
        try {
            TraceFile.probe(directory, out -> {});
        } catch (FileSystemException e) {
            throw new IOException("nothing can be written in " + directory + ": " + Reason.words(e), e);
        }
    }

    /**
     * Refuses also what the command reads, of which there may be no copy.
     *
     * @throws IOException if there is such, naming it
     */
    static void check(List<Path> written, List<InputFile> inputs) throws IOException {
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

    /** Whether it is the same file, however it is spelled and linked, or is in the same journal. */
    private static boolean isPartOf(Path input, Path file) throws IOException {
        return Files.exists(input)
                && (Files.isSameFile(input, file) || file.toRealPath().startsWith(input.toRealPath()));
    }
}
