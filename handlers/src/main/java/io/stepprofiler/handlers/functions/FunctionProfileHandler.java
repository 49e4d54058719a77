package io.stepprofiler.handlers.functions;

import io.stepprofiler.analysis.functions.FunctionProfiles;
import io.stepprofiler.analysis.functions.FunctionSelector;
import io.stepprofiler.analysis.whatif.MemoryProfile;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.handlers.functions.FunctionProfileOptions.Printing;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Accumulates the profiles of functions over all windows, and prints them when the profile ends, as Aesara does with
 * {@code profile=True}.
 *
 * <pre>{@code
 * FunctionProfileHandler functions = FunctionProfileHandler.to(System.err);
 * Profile profile = Profile.builder()
 *         .source(TorchSource.create())
 *         .recordShapes(true)
 *         .onTraceReady(functions)
 *         .start();
 * }</pre>
 *
 * <p>{@link #profiles()} can be read at any time, also during training. One handler may serve several profiles, one
 * after the other. Safe on any thread.
 */
public final class FunctionProfileHandler implements TraceHandler {
    private final FunctionProfileOptions options;
    private final FunctionProfiles profiles;
    private final FunctionMemory memory;
    private final Object printing = new Object();

    /** Possible functions in the last window, if no function was found. */
    private volatile List<String> candidates = List.of();

    private long printedTraces;

    private FunctionProfileHandler(FunctionProfileOptions options) {
        this.options = Objects.requireNonNull(options, "options");
        profiles = new FunctionProfiles(options.functions(), options.ignoreFirstCall());
        memory = new FunctionMemory(options);
    }

    /**
     * {@return a handler}
     *
     * @param options options of profiling and printing
     */
    public static FunctionProfileHandler of(FunctionProfileOptions options) {
        return new FunctionProfileHandler(options);
    }

    /**
     * {@return a handler that prints to a stream when a profile ends}
     *
     * @param out the stream; never closed
     */
    public static FunctionProfileHandler to(PrintStream out) {
        return of(FunctionProfileOptions.DEFAULT.withDestination(Destination.of(out)));
    }

    /**
     * {@return a handler that writes a file when a profile ends}
     *
     * @param file the file, which is replaced; its directory is created when the profile starts
     */
    public static FunctionProfileHandler to(Path file) {
        return of(FunctionProfileOptions.DEFAULT.withDestination(Destination.of(file)));
    }

    /**
     * {@return a handler with the options in the environment variable {@value FunctionProfileOptions#VARIABLE}; empty
     * if that is not set}
     *
     * @param environment usually {@link System#getenv()}
     * @throws IllegalArgumentException if it names an unknown option, or a value that is not allowed
     */
    public static Optional<FunctionProfileHandler> fromEnvironment(Map<String, String> environment) {
        return FunctionProfileOptions.fromEnvironment(environment).map(FunctionProfileHandler::of);
    }

    /** {@return the profiles of all windows so far; later windows change them} */
    public FunctionProfiles profiles() {
        return profiles;
    }

    /** {@return the profiles of all windows so far as text} */
    public String text() {
        return FunctionReport.of(profiles, memory, candidates, options);
    }

    /**
     * Prints the profiles of all windows so far.
     *
     * @throws IOException if the file cannot be written
     */
    public void print() throws IOException {
        synchronized (printing) {
            long traces = profiles.traces();
            options.destination().print(text());
            printedTraces = traces;
        }
    }

    /**
     * Checks that the file can be written, if the destination is a file.
     *
     * @throws IllegalArgumentException if it cannot
     */
    @Override
    public void onStart(RecordingOptions recorded) {
        Path directory = options.destination().directory();
        if (directory != null) {
            try {
                TraceFile.probe(directory, out -> {});
            } catch (IOException | UncheckedIOException e) {
                throw new IllegalArgumentException(
                        "destination = '" + options.destination() + "' is not allowed: cannot be written: " + e, e);
            }
        }
    }

    @Override
    public void onTraceReady(Trace trace) throws IOException {
        // First, because it may fail: of a trace that cannot be read completely, nothing is added.
        Map<String, MemoryProfile> ofMemory = memory.of(trace);
        profiles.add(trace);
        memory.add(ofMemory);
        candidates = profiles.functions().isEmpty() ? FunctionSelector.candidates(trace) : List.of();
        if (options.printing() == Printing.EACH_WINDOW) {
            print();
        }
    }

    /** Prints if the options are to print at exit, unless {@link #print()} has printed everything. */
    @Override
    public void onClose() throws IOException {
        synchronized (printing) {
            boolean isNew = printedTraces < profiles.traces() || printedTraces == 0;
            if (options.printing() == Printing.AT_EXIT && isNew) {
                print();
            }
        }
    }
}
