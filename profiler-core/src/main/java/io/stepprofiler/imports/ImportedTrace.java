package io.stepprofiler.imports;

import io.stepprofiler.trace.Trace;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Trace that was read from a file, with the parts of the file that are missing in it.
 *
 * @param trace the trace
 * @param missing missing or possibly missing parts, a sentence each, such as a damaged part; empty if the file is whole
 * @param resource the source of events that are read on demand
 */
public record ImportedTrace(Trace trace, List<String> missing, Closeable resource) implements Closeable {
    /**
     * Copies the list.
     *
     * @param trace the trace
     * @param missing the missing parts
     * @param resource closed by {@link #close}
     */
    public ImportedTrace {
        missing = List.copyOf(missing);
    }

    /**
     * A trace that is whole and in memory.
     *
     * @param trace the trace
     */
    public ImportedTrace(Trace trace) {
        this(trace, List.of(), () -> {});
    }

    /**
     * Closes the file, if the trace still reads from it: its events can no longer be read. A file that is not closed is
     * closed when the trace is garbage-collected.
     */
    @Override
    public void close() throws IOException {
        resource.close();
    }
}
