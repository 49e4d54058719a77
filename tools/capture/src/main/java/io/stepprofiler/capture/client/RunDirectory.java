package io.stepprofiler.capture.client;

import io.stepprofiler.capture.client.RunningJob.RemoteProcess;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.text.SafeName;
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
 * The directory of one run below a log directory, with a file for each worker, named so that TensorBoard's plugins show
 * one run with all workers: {@code plugins/profile/<run>/<worker>.xplane.pb} for XSpaces, {@code
 * <run>/<worker>.<nanos>.pt.trace.json.gz} for Chrome traces, {@code <run>/<worker>} and the ending for others.
 */
public final class RunDirectory {
    /** Format of the run names of JAX and TensorFlow. */
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
     * {@return a new run directory}
     *
     * @param logDirectory directory in which it is created
     * @param format format of its files
     * @param now time for its name
     * @throws IOException if it cannot be created
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
                // Another run of the same second.
            }
        }
        throw new IOException(parent + " has too many runs of this second");
    }

    /** Removes the directory at the end of the process if it is empty. */
    private void removeAtExit() {
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process is ending already.
        }
    }

    private void atExit() {
        try {
            delete();
        } catch (IOException e) {
            // At the end of the process the failure is not reported.
        }
    }

    /** {@return the path of the directory} */
    public Path path() {
        return path;
    }

    /**
     * {@return the file of a worker; each call returns a different file}
     *
     * @param process the worker
     */
    public synchronized Path file(RemoteProcess process) {
        // The host name comes from the server, and must not act as a path.
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
     * Ends the run: removes its directory if it is empty.
     *
     * @throws IOException if it cannot be removed
     */
    public void removeIfEmpty() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook with it.
        }
        delete();
    }

    private void delete() throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            // The usual case.
        }
    }
}
