package io.stepprofiler.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/** Finds the exporter that a file name asks for. */
final class Exporters {
    private Exporters() {}

    static TraceExporter forFile(Path file) {
        Path last = file.getFileName();
        return choose(last == null ? "" : last.toString(), available());
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
        return exporter.suffixes().stream()
                .filter(fileName::endsWith)
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    private static Set<String> suffixes(List<TraceExporter> exporters) {
        Set<String> all = new TreeSet<>();
        exporters.forEach(exporter -> all.addAll(exporter.suffixes()));
        return all;
    }

    /** From the thread's class loader, as applications expect; from our own where that one knows none of us. */
    private static List<TraceExporter> available() {
        List<TraceExporter> found = new ArrayList<>();
        ServiceLoader.load(TraceExporter.class).forEach(found::add);
        if (found.isEmpty()) {
            ServiceLoader.load(TraceExporter.class, Exporters.class.getClassLoader())
                    .forEach(found::add);
        }
        return found;
    }
}
