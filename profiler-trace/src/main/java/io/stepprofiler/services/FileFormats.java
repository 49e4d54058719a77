package io.stepprofiler.services;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/** Services that stand for file formats: finds them, and matches them with file names. */
public final class FileFormats {
    private FileFormats() {}

    /**
     * {@return the services of a type: from the thread's class loader, as applications expect; from our own if that one
     * does not know the profiler}
     *
     * @param type the services' type
     * @param <S> the services' type
     */
    public static <S> List<S> available(Class<S> type) {
        List<S> found = new ArrayList<>();
        ServiceLoader.load(type).forEach(found::add);
        if (found.isEmpty()) {
            ServiceLoader.load(type, FileFormats.class.getClassLoader()).forEach(found::add);
        }
        return found;
    }

    /**
     * {@return the length of the longest ending that a file's name has; 0 if it has none of them}
     *
     * @param suffixes the endings of a format
     * @param fileName the last part of the file's name
     */
    public static int longestEnding(Set<String> suffixes, String fileName) {
        return suffixes.stream()
                .filter(fileName::endsWith)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }
}
