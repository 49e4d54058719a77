package io.stepprofiler.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Directory with all its contents. */
public final class DirectoryTree {
    private DirectoryTree() {}

    /**
     * Deletes the directory.
     *
     * @throws IOException if an entry cannot be deleted; other entries may remain
     */
    public static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
