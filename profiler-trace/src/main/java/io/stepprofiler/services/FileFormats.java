package io.stepprofiler.services;

import java.util.Set;

/** Match of file formats with file names. */
public final class FileFormats {
    private FileFormats() {}

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
