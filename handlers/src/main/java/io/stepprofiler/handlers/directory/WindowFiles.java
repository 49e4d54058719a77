package io.stepprofiler.handlers.directory;

import io.stepprofiler.directory.TraceDirectory;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Files {@code trace.<nanos>} with an ending, one for each window, which a handler writes to a directory. Immutable.
 *
 * @param directory their directory
 * @param ending how their names end
 * @param exporter their exporter
 * @param options the listener to the progress
 * @param logger logger of the paths
 * @param howToOpen how to open them, as a sentence for the log
 */
public record WindowFiles(
        TraceDirectory directory,
        String ending,
        TraceExporter exporter,
        ExportOptions options,
        System.Logger logger,
        String howToOpen) {
    private static final String IN_PERFETTO = "Open it at https://ui.perfetto.dev";

    /**
     * {@return files with the default options}
     *
     * @param dir their directory; created when needed
     * @param ending how their names end
     * @param exporter their exporter
     * @param handler the handler, whose logger reports the paths
     */
    public static WindowFiles in(Path dir, String ending, TraceExporter exporter, Class<?> handler) {
        return new WindowFiles(
                new TraceDirectory(dir),
                ending,
                exporter,
                ExportOptions.DEFAULT,
                System.getLogger(handler.getName()),
                IN_PERFETTO);
    }

    /**
     * {@return these files with other options}
     *
     * @param how options
     */
    public WindowFiles options(ExportOptions how) {
        return new WindowFiles(directory, ending, exporter, how, logger, howToOpen);
    }

    /**
     * {@return these files with another way to open them than Perfetto}
     *
     * @param how a sentence for the log
     */
    public WindowFiles openedBy(String how) {
        return new WindowFiles(directory, ending, exporter, options, logger, how);
    }

    /**
     * Creates the directory and writes and deletes a file in it.
     *
     * @throws java.io.UncheckedIOException if that fails, naming the directory, the user and the remedy
     */
    public void probe() {
        directory.probe();
    }

    /**
     * Writes the file of a window, and logs its path.
     *
     * @param trace the window
     * @throws IOException if it cannot be written; there is then no such file
     */
    public void write(Trace trace) throws IOException {
        TraceDirectory.Part file = new TraceDirectory.Part(ending, exporter, howToOpen);
        TraceDirectory.PlaceInExport place = new TraceDirectory.PlaceInExport(
                0, 1, options.meter(trace.account().held()));
        directory.write(trace, nanos -> "trace." + nanos, List.of(file), logger, place);
    }
}
