package io.stepprofiler.handlers.tensorboard;

import io.stepprofiler.directory.TraceDirectory;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the trace of each window where TensorBoard's PyTorch profiler plugin finds it: into a directory, as
 * {@code <worker>.<nanos>.pt.trace.json.gz}.
 *
 * <p>The plugin is not part of TensorBoard: {@code pip install torch_tb_profiler}. The directory is one run; {@code
 * tensorboard --logdir} takes it or a directory above it. All workers of a distributed run may share it. The number is
 * the window's start in nanoseconds since 1970, or the next free number: no file is ever overwritten. Each file is
 * written under a temporary name and renamed when it is complete, so that the plugin never sees a partial file. The
 * directory is created when needed, also if it was deleted meanwhile.
 *
 * <p>Immutable and safe on any thread. docs/PERFORMANCE.md lists its costs.
 */
public final class TensorBoardHandler implements TraceHandler {
    private static final System.Logger LOGGER = System.getLogger(TensorBoardHandler.class.getName());

    private final TraceDirectory directory;
    private final @Nullable String worker;
    private final boolean gzip;
    private final ExportOptions options;

    private TensorBoardHandler(TraceDirectory directory, @Nullable String worker, boolean gzip, ExportOptions options) {
        this.directory = directory;
        this.worker = worker;
        this.gzip = gzip;
        this.options = options;
    }

    /**
     * {@return a handler that writes compressed files to a directory} Its worker is {@code <host>_<pid>}, with
     * {@code _<rank>} after it in a distributed run.
     *
     * @param dir the directory; created when needed
     */
    public static TensorBoardHandler to(Path dir) {
        return new TensorBoardHandler(new TraceDirectory(dir), null, true, ExportOptions.DEFAULT);
    }

    /**
     * {@return this handler with another name for the worker} Characters other than {@code A-Z a-z 0-9 . _ -} become
     * {@code _}, and names are truncated to 128 characters.
     *
     * @param name the name; the plugin's distributed view expects a name that ends in {@code _<digits>}
     * @throws IllegalArgumentException if the name is empty
     */
    public TensorBoardHandler workerName(String name) {
        return new TensorBoardHandler(directory, WorkerName.of(name), gzip, options);
    }

    /**
     * {@return this handler writing compressed or plain files}
     *
     * @param compressed whether files are compressed, which is the default
     */
    public TensorBoardHandler gzip(boolean compressed) {
        return new TensorBoardHandler(directory, worker, compressed, options);
    }

    /**
     * {@return this handler reporting its progress}
     *
     * @param how options; default {@link ExportOptions#DEFAULT}
     */
    public TensorBoardHandler options(ExportOptions how) {
        return new TensorBoardHandler(directory, worker, gzip, how);
    }

    @Override
    public Optional<Path> directory() {
        return Optional.of(directory.path());
    }

    /**
     * Creates the directory and writes and deletes a file in it.
     *
     * @throws UncheckedIOException if that fails, naming the directory, the user and the remedy
     */
    @Override
    public void onStart(RecordingOptions recorded) {
        directory.probe();
    }

    /**
     * Writes the file, and logs its path and how to open it.
     *
     * @throws IOException if it cannot be written; there is then no such file
     */
    @Override
    public void onTraceReady(Trace trace) throws IOException {
        String workerName = worker != null ? worker : WorkerName.of(trace);
        directory.write(
                trace,
                nanos -> workerName + "." + nanos,
                List.of(new TraceDirectory.Part(ending(), new ChromeTraceExporter(), howToOpen())),
                LOGGER,
                new TraceDirectory.PlaceInExport(
                        0, 1, options.meter(trace.account().held())));
    }

    /** Names the plugin, because TensorBoard without it shows nothing of the file and gives no reason. */
    String howToOpen() {
        return "Open it at https://ui.perfetto.dev, or with TensorBoard and its plugin torch_tb_profiler: tensorboard --logdir "
                + directory.path().toAbsolutePath();
    }

    private String ending() {
        return gzip ? ".pt.trace.json.gz" : ".pt.trace.json";
    }
}
