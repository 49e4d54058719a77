package io.stepprofiler.trace;

import io.stepprofiler.export.ExportMeter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * Writer of one file format.
 *
 * <p>Found by {@link java.util.ServiceLoader}: an implementation has a public constructor without parameters, is safe
 * on any thread and keeps nothing of the trace.
 */
public interface TraceExporter {
    /**
     * {@return the file name endings of this format, each with its dot, such as {@code .json.gz}; the longest match
     * wins}
     */
    Set<String> suffixes();

    /**
     * Writes the whole file.
     *
     * @param trace the trace
     * @param fileName the last part of the file's name; its ending is one of {@link #suffixes()}
     * @param out where to; not buffered, not closed by the exporter
     * @param meter counts the events that are done, for the listener of the export; counting is optional, since the end
     *     of the file completes all; never throws; {@link ExportMeter#none()} without a listener
     * @throws IOException if {@code out} fails
     */
    void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException;
}
