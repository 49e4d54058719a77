package io.stepprofiler.imports;

import io.stepprofiler.trace.Trace;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Trace that was read from a file, and what is known to be missing in it.
 *
 * @param trace the trace
 * @param missing what is missing, or cannot be known to be there, a sentence each, such as a part that is damaged;
 *     empty if the file is whole
 * @param resource what the trace reads its events from when they are asked for
 */
public record ImportedTrace(Trace trace, List<String> missing, Closeable resource) implements Closeable {
    /**
     * Copies the list.
     *
     * @param trace the trace
     * @param missing what is missing
     * @param resource what {@link #close} closes
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
     * Closes the file, if the trace still reads from it: its events cannot be read any more. Without this, that happens
     * when the trace is not reachable any more.
     */
    @Override
    public void close() throws IOException {
        resource.close();
    }
}
