package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.output.DeflatedBlocks;
import io.stepprofiler.handlers.output.PlainBlocks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/** Writes traces in Perfetto's own format. */
public final class PerfettoExporter implements TraceExporter {
    private static final String PLAIN = ".perfetto-trace";

    /** An exporter; it has no state. */
    public PerfettoExporter() {}

    @Override
    public Set<String> suffixes() {
        return Set.of(".pftrace", ".pftrace.gz", PLAIN);
    }

    /**
     * Writes the whole file; compressed if {@code fileName} ends in {@code .gz}.
     *
     * @throws IOException if {@code out} fails, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits for the compression
     */
    @Override
    public void export(Trace trace, String fileName, OutputStream out) throws IOException {
        try (Blocks blocks = blocks(fileName, out)) {
            new Document(trace, blocks).write();
        }
    }

    private static Blocks blocks(String fileName, OutputStream out) {
        if (fileName.endsWith(".gz")) {
            return DeflatedBlocks.gzip(out);
        }
        return fileName.endsWith(PLAIN) ? new PlainBlocks(out) : new DeflatedBlocks(out, new CompressedPackets());
    }
}
