package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;

/** Writer of one file with the traces of several processes, in times of day; for one thread. */
public final class PerfettoProcesses implements AutoCloseable {
    private final Blocks blocks;
    private final Packets packets;

    /**
     * Begins a file.
     *
     * @param fileName name of the file; its ending says how it is compressed
     * @param out where to; need not be buffered
     */
    public PerfettoProcesses(String fileName, OutputStream out) {
        blocks = PerfettoExporter.blocks(fileName, out);
        packets = new Packets(blocks);
    }

    /**
     * Writes the trace of a process.
     *
     * @param trace the trace
     * @param process the process, with a number and a name that no other one in the file has
     * @param correctionNanos nanoseconds to add to the times of day of the trace
     * @throws IOException if the file cannot be written, or cannot hold these times
     */
    public void add(Trace trace, ProcessInfo process, long correctionNanos) throws IOException {
        Clocks clocks = Clocks.ofDay(trace, correctionNanos);
        if (clocks.first() < 0) {
            throw new IOException(process.name() + " has times before 1970, which the format cannot hold");
        }
        new PerfettoDocument(trace, process, clocks, packets, ExportMeter.none()).write();
    }

    /** Completes the file. */
    @Override
    public void close() throws IOException {
        try (blocks) {
            packets.finish();
        }
    }
}
