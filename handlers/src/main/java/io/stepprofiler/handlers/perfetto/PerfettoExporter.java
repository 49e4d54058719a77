package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.output.GzipBlocks;
import io.stepprofiler.handlers.output.PlainBlocks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/** Writes traces in Perfetto's own format. */
public final class PerfettoExporter implements TraceExporter {
    /** An exporter; it has no state. */
    public PerfettoExporter() {}

    @Override
    public Set<String> suffixes() {
        return Set.of(".pftrace", ".pftrace.gz", ".perfetto-trace");
    }

    /**
     * Writes the whole file; compressed if {@code fileName} ends in {@code .gz}.
     *
     * @throws IOException if {@code out} fails, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits for the compression
     */
    @Override
    public void export(Trace trace, String fileName, OutputStream out) throws IOException {
        try (Blocks blocks = fileName.endsWith(".gz") ? new GzipBlocks(out) : new PlainBlocks(out)) {
            new Document(trace, blocks).write();
        }
    }
}
