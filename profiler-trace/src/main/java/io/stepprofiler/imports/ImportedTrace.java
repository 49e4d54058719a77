package io.stepprofiler.imports;

import io.stepprofiler.trace.Trace;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Trace that was read from a file, with the parts of the file that are missing in it. */
public final class ImportedTrace implements Closeable {
    private final Trace trace;
    private final List<String> missing;
    private final Closeable resource;

    /**
     * Creates it, by an importer.
     *
     * @param trace the trace
     * @param missing missing or possibly missing parts, a sentence each
     * @param resource the source of events that are read on demand, closed by {@link #close}
     */
    public ImportedTrace(Trace trace, List<String> missing, Closeable resource) {
        this.trace = trace;
        this.missing = List.copyOf(missing);
        this.resource = resource;
    }

    /** {@return the trace} */
    public Trace trace() {
        return trace;
    }

    /**
     * {@return missing or possibly missing parts, a sentence each, such as a damaged part; empty if the file is whole}
     */
    public List<String> missing() {
        return missing;
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
