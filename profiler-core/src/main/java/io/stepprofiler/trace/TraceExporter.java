package io.stepprofiler.trace;

import io.stepprofiler.export.ExportMeter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * Turns a trace into the bytes of one file format.
 *
 * <p>Found by {@link java.util.ServiceLoader}: an implementation has a public constructor without parameters, is safe on
 * any thread and keeps nothing of the trace.
 */
public interface TraceExporter {
    /**
     * {@return the file name endings this format goes by, each with its dot, such as {@code .json.gz}; the longest
     * match wins}
     */
    Set<String> suffixes();

    /**
     * Writes the whole file.
     *
     * @param trace what to write
     * @param fileName the last part of the file's name; its ending is one of {@link #suffixes()}
     * @param out where to; not buffered, not closed by the exporter
     * @throws IOException if {@code out} fails
     */
    void export(Trace trace, String fileName, OutputStream out) throws IOException;

    /**
     * Writes the whole file and says how far it is. The default does not say so.
     *
     * @param trace what to write
     * @param fileName the last part of the file's name; its ending is one of {@link #suffixes()}
     * @param out where to; not buffered, not closed by the exporter
     * @param meter is told of events that are done, which need not be all; never throws
     * @throws IOException if {@code out} fails
     */
    default void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        export(trace, fileName, out);
    }
}
