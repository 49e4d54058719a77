package io.stepprofiler.capture.client;

import io.stepprofiler.capture.client.RunningJob.RemoteProcess;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.handlers.directory.SafeName;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The directory of one run below a log directory, with a file for each worker, called so that TensorBoard's plugins show
 * it as one run with all of them: {@code plugins/profile/<run>/<worker>.xplane.pb} for XSpaces, {@code
 * <run>/<worker>.<nanos>.pt.trace.json.gz} for Chrome traces, {@code <run>/<worker>} and the ending for others.
 */
public final class RunDirectory {
    /** As JAX and TensorFlow call runs. */
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy_MM_dd_HH_mm_ss", Locale.ROOT);

    private static final int MAX_HOST = 100;
    private static final int MAX_SAME = 10_000;

    private final Path path;
    private final FileFormat format;
    private final long epochNanos;
    private final Map<String, Integer> taken = new HashMap<>();
    private final Thread atExit = new Thread(this::atExit, "step-profiler-run-end");

    private RunDirectory(Path path, FileFormat format, long epochNanos) {
        this.path = path;
        this.format = format;
        this.epochNanos = epochNanos;
    }

    /**
     * {@return a new one}
     *
     * @param logDirectory where it is made
     * @param format form of its files
     * @param now what it is called by
     * @throws IOException if it cannot be made
     */
    public static RunDirectory in(Path logDirectory, FileFormat format, Instant now) throws IOException {
        Path parent =
                format == FileFormat.XPLANE ? logDirectory.resolve("plugins").resolve("profile") : logDirectory;
        TraceFile.createDirectory(parent);
        String name = TIME.format(now.atZone(ZoneId.systemDefault()));
        for (int number = 1; number <= MAX_SAME; number++) {
            Path path = parent.resolve(number == 1 ? name : name + "_" + number);
            try {
                Files.createDirectory(path);
                long nanos = Math.addExact(Math.multiplyExact(now.getEpochSecond(), 1_000_000_000L), now.getNano());
                RunDirectory run = new RunDirectory(path, format, nanos);
                run.removeAtExit();
                return run;
            } catch (FileAlreadyExistsException e) {
                // The run of somebody else, in the same second.
            }
        }
        throw new IOException(parent + " has too many runs of this second");
    }

    /** A process that is told to end leaves no run without files. */
    private void removeAtExit() {
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // It ends already.
        }
    }

    private void atExit() {
        try {
            delete();
        } catch (IOException e) {
            // Nobody is told any more.
        }
    }

    /** {@return where it is} */
    public Path path() {
        return path;
    }

    /**
     * {@return the file of a worker; each call answers another one}
     *
     * @param process the worker
     */
    public synchronized Path file(RemoteProcess process) {
        // What a server says of itself is no path.
        String host = SafeName.cut(SafeName.of(process.host().isEmpty() ? "localhost" : process.host()), MAX_HOST);
        String worker = format == FileFormat.CHROME ? host + "_" + process.pid() : host;
        if (process.rank().isPresent()) {
            worker += "_" + process.rank().getAsInt();
        }
        int number = taken.merge(worker, 1, Integer::sum);
        String name = number == 1 ? worker : worker + "_" + number;
        return path.resolve(
                format == FileFormat.CHROME ? name + "." + epochNanos + ".pt.trace.json.gz" : name + format.ending());
    }

    /**
     * Ends the run: removes its directory if nothing is in it.
     *
     * @throws IOException if it cannot be removed
     */
    public void removeIfEmpty() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process ends, and so does the hook.
        }
        delete();
    }

    private void delete() throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            // As it should be.
        }
    }
}
