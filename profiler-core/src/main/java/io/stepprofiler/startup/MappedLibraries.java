package io.stepprofiler.startup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The native libraries that a process has mapped, by the names of their files; none where there is no such list. */
final class MappedLibraries {
    private static final Path MAPPED = Path.of("/proc/self/maps");

    /** The name of a library's file, at the end of a line. */
    private static final Pattern LIBRARY = Pattern.compile("/([^/]+\\.so[^/ ]*)$");

    private final Path list;
    private final Set<String> known = new LinkedHashSet<>();

    MappedLibraries() {
        this(MAPPED);
    }

    /** Those of a list in the form of Linux. */
    MappedLibraries(Path list) {
        this.list = list;
    }

    /** Those that were not there the last time. */
    List<String> more() {
        List<String> more = new ArrayList<>();
        // In bytes, whatever the names are.
        try (Stream<String> lines = Files.lines(list, StandardCharsets.ISO_8859_1)) {
            lines.forEach(line -> {
                Matcher library = LIBRARY.matcher(line);
                if (library.find() && known.add(library.group(1))) {
                    more.add(library.group(1));
                }
            });
        } catch (IOException | UncheckedIOException e) {
            // Another system, which has no such list.
        }
        return more;
    }
}
