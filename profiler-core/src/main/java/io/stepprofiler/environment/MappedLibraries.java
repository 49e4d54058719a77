package io.stepprofiler.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The native libraries that a process has mapped, by the paths of their files, as Linux lists them. Takes up to a few
 * milliseconds in a large process.
 */
public final class MappedLibraries {
    /** The list of this process; other systems have none. */
    public static final Path LIST = Path.of("/proc/self/maps");

    private static final String DELETED = " (deleted)";

    private MappedLibraries() {}

    /**
     * {@return the libraries of a list, each once}
     *
     * @param list a file such as {@link #LIST}
     * @throws IOException if it cannot be read
     */
    public static Set<String> in(Path list) throws IOException {
        Set<String> libraries = new LinkedHashSet<>();
        // As bytes, since names may have any encoding.
        String lines = Files.readString(list, StandardCharsets.ISO_8859_1);
        int end;
        for (int start = 0; start < lines.length(); start = end + 1) {
            int next = lines.indexOf('\n', start);
            end = next < 0 ? lines.length() : next;
            String library = libraryOf(lines.substring(start, end));
            if (!library.isEmpty()) {
                libraries.add(library);
            }
        }
        return libraries;
    }

    /**
     * The path of a library's file, at the end of a line; empty if there is none. A process has thousands of lines: a
     * regular expression or a line reader would take most of the profiler's start.
     */
    private static String libraryOf(String line) {
        int end = line.length() - (line.endsWith(DELETED) ? DELETED.length() : 0);
        int directory = line.lastIndexOf('/', end);
        String file = line.substring(directory + 1, end);
        int ending = file.lastIndexOf(".so");
        boolean isLibrary = directory >= 0 && ending > 0 && file.indexOf(' ', ending) < 0;
        return isLibrary ? line.substring(line.indexOf('/'), end) : "";
    }
}
