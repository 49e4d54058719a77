package io.stepprofiler.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The native libraries that a process has mapped, by the names of their files; none where there is no such list. */
final class MappedLibraries {
    private static final Path MAPPED = Path.of("/proc/self/maps");

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
        try (BufferedReader lines = Files.newBufferedReader(list, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String library = libraryOf(line);
                if (!library.isEmpty() && known.add(library)) {
                    more.add(library);
                }
            }
        } catch (IOException e) {
            // Another system, which has no such list.
        }
        return more;
    }

    /**
     * The name of a library's file, at the end of a line; empty if there is none. Without a regular expression, which
     * would take most of the profiler's start: a process has thousands of lines.
     */
    private static String libraryOf(String line) {
        int directory = line.lastIndexOf('/');
        String file = line.substring(directory + 1);
        int ending = file.lastIndexOf(".so");
        return directory >= 0 && ending > 0 && file.indexOf(' ', ending) < 0 ? file : "";
    }
}
