package io.stepprofiler.handlers.startup;

import io.stepprofiler.analysis.startup.TimeToFirstStep;
import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells once why the first step took so long to come: with the first window at whose end the first step of the process
 * is over. What it says is that of {@link TimeToFirstStep}; a window that begins with the first step says most. Safe on
 * any thread.
 */
public final class TimeToFirstStepHandler implements TraceHandler {
    /** Takes what is told. */
    private interface Output {
        void write(TimeToFirstStep startup) throws IOException;
    }

    private final Output output;
    private final Path directory;
    private final AtomicBoolean told = new AtomicBoolean();

    private TimeToFirstStepHandler(Output output, Path directory) {
        this.output = output;
        this.directory = directory;
    }

    /**
     * {@return a handler that prints a table}
     *
     * @param out what to print to; never closed
     */
    public static TimeToFirstStepHandler to(PrintStream out) {
        Objects.requireNonNull(out, "out");
        return printing(out::println);
    }

    /**
     * {@return a handler that gives the table to a consumer}
     *
     * @param out takes the table, such as a method of a logger
     */
    public static TimeToFirstStepHandler printing(Consumer<String> out) {
        Objects.requireNonNull(out, "out");
        return new TimeToFirstStepHandler(startup -> out.accept(startup.table()), Path.of(""));
    }

    /**
     * {@return a handler that writes a JSON file, replacing an older one}
     *
     * @param file the file; its directory is created
     */
    public static TimeToFirstStepHandler json(Path file) {
        Path absolute = file.toAbsolutePath();
        return new TimeToFirstStepHandler(
                startup -> TraceFile.replace(absolute, out -> StartupJson.write(startup, absolute.toString(), out)),
                Objects.requireNonNullElse(absolute.getParent(), absolute));
    }

    /**
     * Tries whether a file can be written, if one is to be.
     *
     * @throws UncheckedIOException if it cannot
     */
    @Override
    public void onStart(CaptureOptions recorded) {
        if (directory.isAbsolute()) {
            try {
                TraceFile.probe(directory, out -> out.write("{}".getBytes(StandardCharsets.UTF_8)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void onTraceReady(Trace trace) throws IOException {
        TimeToFirstStep startup = TimeToFirstStep.of(trace).orElse(null);
        if (startup != null && startup.isComplete() && !told.getAndSet(true)) {
            output.write(startup);
        }
    }
}
