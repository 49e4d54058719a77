package io.stepprofiler.cli.spark;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A jar of Step Profiler that lies beside the jar of this command.
 *
 * @param prefix beginning of its name
 * @param built directory where a build makes it, from the directory of the jar of this command
 */
public record SiblingJar(String prefix, String built) {
    /** Directory of the jar of this command; null if it is not known. */
    public static @Nullable Path directory() {
        CodeSource source = SiblingJar.class.getProtectionDomain().getCodeSource();
        try {
            return source == null
                    ? null
                    : Path.of(source.getLocation().toURI()).toAbsolutePath().getParent();
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** The jar in a directory or, if the build made the directory, in its sibling for the jar. */
    public Optional<Path> beside(@Nullable Path directory) throws IOException {
        if (directory == null) {
            return Optional.empty();
        }
        for (Path each : List.of(directory, directory.resolve(built).normalize())) {
            if (Files.isDirectory(each)) {
                try (Stream<Path> files = Files.list(each)) {
                    Optional<Path> found = files.filter(this::is).sorted().findFirst();
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private boolean is(Path file) {
        String name = String.valueOf(file.getFileName());
        boolean isOther = name.endsWith("-sources.jar") || name.endsWith("-javadoc.jar");
        return name.startsWith(prefix) && name.endsWith(".jar") && !isOther;
    }
}
