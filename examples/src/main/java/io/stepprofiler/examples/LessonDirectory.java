package io.stepprofiler.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Directory for the traces of a lesson, which may contain files of earlier runs. */
record LessonDirectory(Path path, Set<Path> earlier) {

    /** Creates the directory if needed and remembers the files in it. */
    static LessonDirectory at(Path path) throws IOException {
        Path dir = Files.createDirectories(path.toAbsolutePath().normalize());
        return new LessonDirectory(dir, Set.copyOf(list(dir)));
    }

    /** New files in the directory and its subdirectories, sorted by name. */
    List<Path> written() throws IOException {
        return list(path).stream().filter(file -> !earlier.contains(file)).toList();
    }

    private static List<Path> list(Path dir) throws IOException {
        try (Stream<Path> files = Files.walk(dir)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
