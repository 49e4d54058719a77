package io.stepprofiler.trace;

import io.stepprofiler.services.FileFormats;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Finds the exporter that a file name asks for. */
final class Exporters {
    private Exporters() {}

    static TraceExporter forFile(Path file) {
        Path last = file.getFileName();
        return choose(last == null ? "" : last.toString(), FileFormats.available(TraceExporter.class));
    }

    static TraceExporter choose(String fileName, List<TraceExporter> exporters) {
        return exporters.stream()
                .filter(exporter -> match(exporter, fileName) > 0)
                .max(Comparator.comparingInt(exporter -> match(exporter, fileName)))
                .orElseThrow(() -> new IllegalArgumentException("file = " + fileName
                        + " is not allowed: no exporter knows its ending; known endings: " + suffixes(exporters)));
    }

    /** The length of the longest ending of an exporter that a name has; 0 if it has none. */
    static int match(TraceExporter exporter, String fileName) {
        return FileFormats.longestEnding(exporter.suffixes(), fileName);
    }

    private static Set<String> suffixes(List<TraceExporter> exporters) {
        Set<String> all = new TreeSet<>();
        exporters.forEach(exporter -> all.addAll(exporter.suffixes()));
        return all;
    }
}
