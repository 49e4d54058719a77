package io.stepprofiler.trace;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the parts of a trace to files whose names sort. */
final class PartFiles {
    private PartFiles() {}

    static List<Path> export(Trace trace, Path file, ExportOptions options) throws IOException {
        TraceExporter exporter = Exporters.forFile(file);
        List<Trace> parts = trace.parts(options);
        ExportMeter meter = options.meter(trace.account().held());
        List<Path> written = new ArrayList<>();
        for (Trace part : parts) {
            Path target = parts.size() == 1 ? file : name(file, exporter, part);
            meter.begin(target, part.account().held(), written.size() + 1, parts.size());
            TraceFile.replace(
                    target, out -> exporter.export(part, target.getFileName().toString(), out, meter));
            meter.end();
            written.add(target);
        }
        return written;
    }

    private static Path name(Path file, TraceExporter exporter, Trace trace) {
        String name = file.getFileName().toString();
        int ending = Exporters.match(exporter, name);
        return trace.part()
                .map(part -> file.resolveSibling(name.substring(0, name.length() - ending)
                        + "."
                        + part.label()
                        + name.substring(name.length() - ending)))
                .orElse(file);
    }
}
