package io.stepprofiler.documentation;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Files of the project, without those that a build makes. */
final class ProjectFiles {
    /** Root of the project. */
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> NOT_OURS = Set.of(".git", "target", "node_modules");

    private ProjectFiles() {}

    /** Every file and folder of the project, from its root. */
    static List<String> paths() throws IOException {
        List<String> paths = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (NOT_OURS.contains(folder.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                paths.add(relative(folder));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                paths.add(relative(file));
                return FileVisitResult.CONTINUE;
            }
        });
        return paths;
    }

    private static String relative(Path path) {
        return ROOT.relativize(path).toString().replace('\\', '/');
    }
}
