package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.directory.TraceDirectory;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Writes the trace of each window to a directory as {@code trace.<nanos>.json.gz}, for Perfetto and
 * {@code chrome://tracing}.
 *
 * <p>The number is the window's start in nanoseconds since 1970, or the next that is free: no file is ever overwritten.
 * Each file is written beside its name and renamed when it is complete. The directory is created, also when it has
 * vanished. Immutable and safe on any thread; any number of handlers may share a directory.
 */
public final class ChromeTraceHandler implements TraceHandler {
    private static final System.Logger LOGGER = System.getLogger(ChromeTraceHandler.class.getName());

    private static final String ENDING = ".json.gz";

    private final TraceDirectory directory;

    private ChromeTraceHandler(TraceDirectory directory) {
        this.directory = directory;
    }

    /**
     * {@return a handler that writes to a directory}
     *
     * @param dir the directory; created when needed
     */
    public static ChromeTraceHandler to(Path dir) {
        return new ChromeTraceHandler(new TraceDirectory(dir));
    }

    /**
     * Creates the directory and writes and deletes an empty trace in it.
     *
     * @throws UncheckedIOException if that fails, naming the directory, the user and the remedy
     */
    @Override
    public void onStart() {
        directory.probe(ENDING, new ChromeTraceExporter());
    }

    /**
     * Writes the file and logs where it is.
     *
     * @throws IOException if it cannot be written; there is then no file
     */
    @Override
    public void onTraceReady(Trace trace) throws IOException {
        directory.write(
                trace,
                nanos -> "trace." + nanos + ENDING,
                new ChromeTraceExporter(),
                LOGGER,
                "Open it at https://ui.perfetto.dev");
    }
}
