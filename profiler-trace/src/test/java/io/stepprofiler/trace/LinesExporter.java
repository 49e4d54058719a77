package io.stepprofiler.trace;

import io.stepprofiler.export.ExportMeter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Writes the names of file and events, a line each; fails after the first line for a trace that is marked partial. */
public final class LinesExporter implements TraceExporter {
    /** Made by the service loader. */
    public LinesExporter() {}

    @Override
    public Set<String> suffixes() {
        return Set.of(".lines");
    }

    @Override
    public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        writeLine(fileName, out);
        if (trace.isPartial()) {
            throw new IOException("disk full");
        }
        for (TraceEvent event : trace.events()) {
            writeLine(event.name(), out);
        }
    }

    private static void writeLine(String line, OutputStream out) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
