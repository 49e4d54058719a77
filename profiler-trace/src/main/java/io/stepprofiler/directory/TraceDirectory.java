package io.stepprofiler.directory;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;

/**
 * Directory with one file for each window; no file is ever overwritten.
 *
 * @param path the path; created when needed
 */
public record TraceDirectory(Path path) {
    /** Refuses null. */
    public TraceDirectory {
        Objects.requireNonNull(path, "dir");
    }

    /**
     * Creates the directory and checks that files can be written in it, by writing and deleting one: no other test
     * covers permissions as well as full and read-only file systems.
     *
     * @throws UncheckedIOException if that fails, naming the directory, the user and the remedy
     */
    public void probe() {
        probe(out -> out.write(0));
    }

    /**
     * Does the same as {@link #probe()} with an empty trace. This also loads the exporter's classes, which would
     * otherwise compete with the training when the first window is written.
     *
     * @param ending the ending of the files to come
     * @param exporter their exporter
     * @throws UncheckedIOException if that fails, naming the directory, the user and the remedy
     */
    public void probe(String ending, TraceExporter exporter) {
        probe(out -> exporter.export(new TraceBuilder().build(), "probe" + ending, out, ExportMeter.none()));
    }

    private void probe(TraceFile.Content content) {
        try {
            TraceFile.probe(path, content);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "dir = " + path.toAbsolutePath() + " is not allowed: user " + System.getProperty("user.name")
                            + " cannot write files there (" + e.getMessage()
                            + "); name another directory or let the user write in this one",
                    e);
        }
    }

    /**
     * Writes a trace to a new file and logs its path, creating the directory if it was deleted.
     *
     * @param trace the trace
     * @param name makes the file's name from the window's start, nanoseconds since 1970; if that file exists, it is
     *     called again with the next number
     * @param exporter its exporter
     * @param logger logger of the paths
     * @param howToOpen a sentence for the log
     * @return the file
     * @throws IOException if the file cannot be written
     */
    public Path write(Trace trace, LongFunction<String> name, TraceExporter exporter, Logger logger, String howToOpen)
            throws IOException {
        return write(trace, name, List.of(new Part("", exporter, howToOpen)), logger)
                .get(0);
    }

    /**
     * One of the files of a window.
     *
     * @param ending the ending of its name
     * @param exporter its exporter
     * @param howToOpen a sentence for the log
     */
    public record Part(String ending, TraceExporter exporter, String howToOpen) {}

    /**
     * Writes several files of a trace under one name and logs their paths, creating the directory if it was deleted. If
     * another process that writes other endings takes the name meanwhile, the remaining files get the next name.
     *
     * @param trace the trace
     * @param name makes the files' name without the ending from the window's start, nanoseconds since 1970; if one of
     *     the files exists, it is called again with the next number
     * @param parts the files, one at least
     * @param logger logger of the paths
     * @return the files
     * @throws IOException if a file cannot be written; earlier files remain
     */
    public List<Path> write(Trace trace, LongFunction<String> name, List<Part> parts, Logger logger)
            throws IOException {
        return write(trace, name, parts, logger, new PlaceInExport(0, parts.size(), ExportMeter.none()));
    }

    /**
     * Writes several files of a trace as part of a larger export.
     *
     * @param trace the trace
     * @param name makes the files' name without the ending, as above
     * @param parts the files, one at least
     * @param logger logger of the paths
     * @param place position of these files in the export
     * @return the files
     * @throws IOException if a file cannot be written; earlier files remain
     */
    public List<Path> write(
            Trace trace, LongFunction<String> name, List<Part> parts, Logger logger, PlaceInExport place)
            throws IOException {
        List<Path> written = new ArrayList<>();
        long nanos = trace.start().epochNanos();
        while (written.size() < parts.size()) {
            String stem = name.apply(nanos);
            try {
                for (Part part : parts.subList(written.size(), parts.size())) {
                    refuseExisting(stem + part.ending());
                }
                for (Part part : parts.subList(written.size(), parts.size())) {
                    written.add(write(trace, stem + part.ending(), part, logger, place, written.size()));
                }
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(path)) {
                    // The path of the directory is a file.
                    throw e;
                }
                nanos++;
            }
        }
        return written;
    }

    /**
     * Position of files in a larger export.
     *
     * @param before number of files written before
     * @param count number of files of the export
     * @param meter counts the events of all of them
     */
    public record PlaceInExport(int before, int count, ExportMeter meter) {}

    private Path write(Trace trace, String fileName, Part part, Logger logger, PlaceInExport place, int before)
            throws IOException {
        Path file = path.resolve(fileName).toAbsolutePath();
        ExportMeter meter = place.meter();
        meter.begin(file, trace.account().held(), place.before() + before + 1, place.count());
        TraceFile.create(file, out -> part.exporter().export(trace, fileName, out, meter));
        meter.end();
        logger.log(Level.INFO, OneLine.of(written(trace, file) + ". " + part.howToOpen()));
        return file;
    }

    private void refuseExisting(String fileName) throws FileAlreadyExistsException {
        if (Files.exists(path.resolve(fileName), LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(fileName);
        }
    }

    private static String written(Trace trace, Path file) throws IOException {
        boolean complete =
                trace.account().droppedTotal() == 0 && trace.account().unfinishedTotal() == 0;
        return "Trace written: " + file + ", " + Amount.bytes(Files.size(file)) + ", "
                + Amount.count(trace.eventCount(), "event") + ", "
                + (trace.samples().size() > 0 ? Amount.count(trace.samples().size(), "sample") + ", " : "")
                + trace.account().droppedTotal() + " dropped"
                + (complete ? "" : "; " + trace.account().summary());
    }
}
