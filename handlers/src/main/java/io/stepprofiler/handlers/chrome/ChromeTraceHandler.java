package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.handlers.directory.WindowFiles;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes the trace of each window to a directory as {@code trace.<nanos>.json.gz}, for Perfetto and
 * {@code chrome://tracing}.
 *
 * <p>The number is the window's start in nanoseconds since 1970, or the next free number: no file is ever overwritten.
 * Each file is written under a temporary name and renamed when it is complete. The directory is created when needed,
 * also if it was deleted meanwhile; the profile does not start if the directory is not writable. Immutable and safe on
 * any thread; any number of handlers may share a directory.
 */
public final class ChromeTraceHandler implements TraceHandler {
    private final WindowFiles files;

    private ChromeTraceHandler(WindowFiles files) {
        this.files = files;
    }

    /**
     * {@return a handler that writes to a directory}
     *
     * @param dir the directory; created when needed
     */
    public static ChromeTraceHandler to(Path dir) {
        return new ChromeTraceHandler(
                WindowFiles.in(dir, ".json.gz", new ChromeTraceExporter(), ChromeTraceHandler.class));
    }

    /**
     * {@return this handler reporting its progress}
     *
     * @param how options; default {@link ExportOptions#DEFAULT}
     */
    public ChromeTraceHandler options(ExportOptions how) {
        return new ChromeTraceHandler(files.options(how));
    }

    @Override
    public Optional<Path> directory() {
        return Optional.of(files.directory().path());
    }

    @Override
    public void onStart(RecordingOptions recorded) {
        files.probe();
    }

    @Override
    public void onTraceReady(Trace trace) throws IOException {
        files.write(trace);
    }
}
