package io.stepprofiler.trace;

import io.stepprofiler.services.FileFormats;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Choice of the exporter for a file name. */
final class Exporters {
    private Exporters() {}

    static <T> T choose(String fileName, List<T> exporters, Function<T, Set<String>> suffixes) {
        return exporters.stream()
                .filter(exporter -> FileFormats.longestEnding(suffixes.apply(exporter), fileName) > 0)
                .max(Comparator.comparingInt(exporter -> FileFormats.longestEnding(suffixes.apply(exporter), fileName)))
                .orElseThrow(() -> new IllegalArgumentException("file = " + fileName
                        + " is not allowed: no exporter knows its ending; known endings: "
                        + all(exporters, suffixes)));
    }

    private static <T> Set<String> all(List<T> exporters, Function<T, Set<String>> suffixes) {
        Set<String> all = new TreeSet<>();
        exporters.forEach(exporter -> all.addAll(suffixes.apply(exporter)));
        return all;
    }
}
