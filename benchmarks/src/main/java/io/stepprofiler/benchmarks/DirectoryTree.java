package io.stepprofiler.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory with all that is in it. */
public final class DirectoryTree {
    private DirectoryTree() {}

    /**
     * Deletes it.
     *
     * @throws IOException if something in it cannot be deleted; the rest may be left
     */
    public static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
