package io.stepprofiler.handlers.executiontrace;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.directory.TraceDirectory;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Writes the {@linkplain ExecutionTrace execution trace} of each window to a file, as
 * {@code torch.profiler.ExecutionTraceObserver} does.
 *
 * <p>It is passed to a profile as a handler, {@code onTraceReady(ExecutionTraceObserver.to(path))}, which registers and
 * starts it when the profile starts; it has shapes if the profile records them. From then on it may be stopped and
 * started again: a window is written, as a whole, if the observer was running at any time during it, also when it is
 * delivered later. As in torch, a call that makes no sense in the present state does nothing: starting an unregistered
 * observer, stopping a stopped one, registering twice.
 *
 * <p>The first window is written to {@link #outputPath()}. Files are never overwritten: further windows, and the first
 * if there is such a file, get the next free number, {@code et.2.json} next to {@code et.json}. {@link #files()} lists
 * them. HTA reads every {@code .json} file in a directory as a Chrome trace, so a separate directory is better.
 *
 * <p>Safe on any thread. Any number of observers may be used at once.
 */
public final class ExecutionTraceObserver implements TraceHandler {
    /** The environment variable that names the file to write: {@value}. */
    public static final String VARIABLE = "STEP_PROFILER_EXECUTION_TRACE";

    private static final System.Logger LOGGER = System.getLogger(ExecutionTraceObserver.class.getName());

    private final Path output;
    private final LongSupplier nanoClock;
    private final RunningTimes times = new RunningTimes();
    private final List<Path> files = new ArrayList<>();
    private boolean registered;
    private int number = 1;

    ExecutionTraceObserver(Path output, LongSupplier nanoClock) {
        ExecutionTraceExporter.check(output);
        this.output = output.toAbsolutePath();
        this.nanoClock = nanoClock;
    }

    /**
     * {@return an observer that writes to a file, neither registered nor started}
     *
     * @param file the file of the first window, {@code .json} or compressed {@code .json.gz}; its directory is created
     *     when needed
     * @throws IllegalArgumentException if the file's name ends in something else
     */
    public static ExecutionTraceObserver to(Path file) {
        return new ExecutionTraceObserver(file, System::nanoTime);
    }

    /**
     * {@return an observer that writes to the file that {@value #VARIABLE} names; empty if that is not set}
     *
     * @param environment usually {@link System#getenv()}
     * @throws IllegalArgumentException if the file's name ends in neither {@code .json} nor {@code .json.gz}
     */
    public static Optional<ExecutionTraceObserver> fromEnvironment(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE))
                .filter(name -> !name.isBlank())
                .map(name -> to(Path.of(name)));
    }

    /** {@return this observer, registered} It records nothing until it is started. */
    public synchronized ExecutionTraceObserver register() {
        registered = true;
        return this;
    }

    /** Ends it: stops it if it is running. Windows up to now are still written when they are delivered. */
    public synchronized void unregister() {
        stop();
        registered = false;
    }

    /** Starts it if it is registered. */
    public synchronized void start() {
        if (registered) {
            times.start(nanoClock.getAsLong());
        }
    }

    /** Stops it until it is started again. */
    public synchronized void stop() {
        times.stop(nanoClock.getAsLong());
    }

    /** Unregisters it and forgets everything: the list of files, and the windows that are not delivered yet. */
    public synchronized void cleanup() {
        unregister();
        times.forget();
        files.clear();
        number = 1;
    }

    /** {@return whether it is registered} */
    public synchronized boolean isRegistered() {
        return registered;
    }

    /** {@return whether it is started} */
    public synchronized boolean isRunning() {
        return times.isRunning();
    }

    /** {@return the file of the first window, as an absolute path} */
    public Path outputPath() {
        return output;
    }

    /** {@return the files written so far, in the order of the windows} */
    public synchronized List<Path> files() {
        return List.copyOf(files);
    }

    /**
     * Checks that the observer can write its files, registers it and starts it.
     *
     * @throws UncheckedIOException if it cannot write, naming the directory, the user and the remedy
     */
    @Override
    public void onStart(RecordingOptions recorded) {
        new TraceDirectory(parent()).probe(ending(), new ExecutionTraceExporter());
        register();
        start();
    }

    /**
     * Writes the window if the observer was running during it, and logs the file's path.
     *
     * @throws IOException if the file cannot be written; there is then no file
     */
    @Override
    public void onTraceReady(Trace trace) throws IOException {
        if (wasRunningDuring(trace)) {
            Path file = write(trace);
            LOGGER.log(
                    Level.INFO,
                    "Execution trace written: " + OneLine.of(file.toString()) + ", " + Amount.bytes(Files.size(file))
                            + ", " + Amount.count(trace.eventCount(), "event") + "; "
                            + trace.account().summary());
        }
    }

    private synchronized boolean wasRunningDuring(Trace trace) {
        return times.touch(trace.start().monotonicNanos(), trace.end().monotonicNanos());
    }

    /** Writes without holding the lock, because the training thread would wait for it in {@link #stop()}. */
    private Path write(Trace trace) throws IOException {
        for (int which = nextNumber(); true; which++) {
            Path file = numbered(which);
            String name = file.getFileName().toString();
            try {
                TraceFile.create(
                        file, out -> new ExecutionTraceExporter().export(trace, name, out, ExportMeter.none()));
                add(file, which);
                return file;
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(parent())) {
                    // The path of the directory is a file.
                    throw e;
                }
            }
        }
    }

    private synchronized int nextNumber() {
        return number;
    }

    private synchronized void add(Path file, int which) {
        files.add(file);
        number = which + 1;
    }

    private Path numbered(int which) {
        String name = output.getFileName().toString();
        String stem = name.substring(0, name.length() - ending().length());
        return which == 1 ? output : parent().resolve(stem + "." + which + ending());
    }

    private Path parent() {
        Path parent = output.getParent();
        return parent == null ? output : parent;
    }

    private String ending() {
        return output.toString().endsWith(".gz") ? ".json.gz" : ".json";
    }
}
