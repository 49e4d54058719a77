package io.stepprofiler.handlers.directory;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.OneLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceExporter;
import io.stepprofiler.trace.TracePart;
import java.io.IOException;
import java.io.OutputStream;
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
 * The directory that gets one file a window, none of them ever overwritten.
 *
 * @param path where it is; created when needed
 */
public record TraceDirectory(Path path) {
    /**
     * Refuses null.
     *
     * @param path where it is; created when needed
     */
    public TraceDirectory {
        Objects.requireNonNull(path, "dir");
    }

    /**
     * Creates the directory and makes sure that files can be written in it, by writing one and deleting it:
     * permissions, full and read-only file systems look alike from no other test. For handlers that {@linkplain
     * #rehearse rehearse}; others load their exporter with it.
     *
     * @throws UncheckedIOException if that fails, naming the directory, the user and the remedy
     */
    public void probe() {
        probe(out -> out.write(0));
    }

    /**
     * The same with an empty trace. It also loads the exporter's classes, which would otherwise compete with the
     * training when the first window is written.
     *
     * @param ending the ending of the files to come
     * @param exporter what will write them
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
                            + " cannot write files there (" + e
                            + "); name another directory or let the user write in this one",
                    e);
        }
    }

    /**
     * Does the work of writing a file, and writes none.
     *
     * @param trace what to write
     * @param ending the ending of the files to come
     * @param exporter what will write them
     * @throws IOException if the exporter fails
     */
    public void rehearse(Trace trace, String ending, TraceExporter exporter) throws IOException {
        exporter.export(trace, "rehearsal" + ending, OutputStream.nullOutputStream(), ExportMeter.none());
    }

    /**
     * Writes a trace to a new file and logs where it is, creating the directory if it is gone.
     *
     * @param trace what to write
     * @param name makes the file's name from the window's start, nanoseconds since 1970; where that file exists it is
     *     asked again with the next number
     * @param exporter what writes it
     * @param logger where to say so
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
     * One of the files that are written of a window.
     *
     * @param ending the ending of its name
     * @param exporter what writes it
     * @param howToOpen a sentence for the log
     */
    public record Part(String ending, TraceExporter exporter, String howToOpen) {
        private Part labelled(String label) {
            return new Part("." + label + ending, exporter, howToOpen);
        }
    }

    /**
     * Writes several files of a trace under one name and logs where they are, creating the directory if it is gone.
     * Should another process that writes other endings take the name meanwhile, what is left to write gets the next
     * one.
     *
     * @param trace what to write
     * @param name makes the files' name without the ending from the window's start, nanoseconds since 1970; where one
     *     of the files exists it is asked again with the next number
     * @param parts the files, one at least
     * @param logger where to say so
     * @return the files
     * @throws IOException if a file cannot be written; those before it are then there
     */
    public List<Path> write(Trace trace, LongFunction<String> name, List<Part> parts, Logger logger)
            throws IOException {
        List<Output> outputs =
                parts.stream().map(part -> new Output(trace, part)).toList();
        return write(outputs, 0, outputs.size(), name, logger, ExportMeter.none());
    }

    /**
     * Writes a trace to one file, or to as many as the options ask for, under one name with {@code .2-of-3} before the
     * ending.
     *
     * @param trace what to write
     * @param options how to split it, and the listener of its progress
     * @param name makes the files' name without the ending from the window's start, as above
     * @param as the ending and what writes it
     * @param logger where to say so
     * @return the files
     * @throws IOException if a file cannot be written; those before it are then there
     */
    public List<Path> write(Trace trace, ExportOptions options, LongFunction<String> name, Part as, Logger logger)
            throws IOException {
        List<Trace> parts = trace.parts(options);
        List<Output> outputs = parts.size() == 1
                ? List.of(new Output(trace, as))
                : parts.stream()
                        .map(part -> new Output(part, as.labelled(label(part))))
                        .toList();
        return write(
                outputs,
                0,
                outputs.size(),
                name,
                logger,
                options.meter(trace.account().held()));
    }

    /**
     * The same, but the files of parts are distinguished by the time at which they begin, like those of windows.
     *
     * @param trace what to write
     * @param options how to split it, and the listener of its progress
     * @param name makes a file's name without the ending from the start of what is in it, as above
     * @param as the ending and what writes it
     * @param logger where to say so
     * @return the files
     * @throws IOException if a file cannot be written; those before it are then there
     */
    public List<Path> writeSpans(Trace trace, ExportOptions options, LongFunction<String> name, Part as, Logger logger)
            throws IOException {
        ExportMeter meter = options.meter(trace.account().held());
        List<Path> written = new ArrayList<>();
        List<Trace> parts = trace.parts(options);
        for (Trace part : parts) {
            List<Output> one = List.of(new Output(part, as));
            written.addAll(write(one, written.size(), parts.size(), name, logger, meter));
        }
        return written;
    }

    /**
     * Writes several files of a trace, or of a part of one, which are some of those of a larger export.
     *
     * @param trace what to write
     * @param name makes the files' name without the ending, as above
     * @param parts the files, one at least
     * @param logger where to say so
     * @param place which files of the export these are
     * @return the files
     * @throws IOException if a file cannot be written; those before it are then there
     */
    public List<Path> write(
            Trace trace, LongFunction<String> name, List<Part> parts, Logger logger, PlaceInExport place)
            throws IOException {
        List<Output> outputs =
                parts.stream().map(part -> new Output(trace, part)).toList();
        return write(outputs, place.before(), place.count(), name, logger, place.meter());
    }

    /**
     * Which files of an export some files are.
     *
     * @param before how many files are written already
     * @param count how many files there will be
     * @param meter counts the events of all of them
     */
    public record PlaceInExport(int before, int count, ExportMeter meter) {}

    /** A trace, or a part of one, that becomes a file. */
    private record Output(Trace trace, Part part) {}

    /** Writes files that share a number; {@code before} of {@code count} are written already. */
    private List<Path> write(
            List<Output> outputs, int before, int count, LongFunction<String> name, Logger logger, ExportMeter meter)
            throws IOException {
        List<Path> written = new ArrayList<>();
        long nanos = outputs.get(0).trace().start().epochNanos();
        while (written.size() < outputs.size()) {
            String stem = name.apply(nanos);
            try {
                for (Output output : outputs.subList(written.size(), outputs.size())) {
                    refuseExisting(stem + output.part().ending());
                }
                for (Output output : outputs.subList(written.size(), outputs.size())) {
                    String fileName = stem + output.part().ending();
                    Path file = path.resolve(fileName).toAbsolutePath();
                    meter.begin(file, output.trace().account().held(), before + written.size() + 1, count);
                    TraceFile.create(
                            file, out -> output.part().exporter().export(output.trace(), fileName, out, meter));
                    meter.end();
                    logger.log(
                            Level.INFO,
                            OneLine.of(written(output.trace(), file) + ". "
                                    + output.part().howToOpen()));
                    written.add(file);
                }
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(path)) {
                    // It is not the file that is in the way.
                    throw e;
                }
                nanos++;
            }
        }
        return written;
    }

    private static String label(Trace part) {
        return part.part().map(TracePart::label).orElseThrow();
    }

    private void refuseExisting(String fileName) throws FileAlreadyExistsException {
        if (Files.exists(path.resolve(fileName), LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(fileName);
        }
    }

    private static String written(Trace trace, Path file) throws IOException {
        boolean complete =
                trace.account().droppedTotal() == 0 && trace.account().unfinishedTotal() == 0;
        return "Trace written: " + file + ", " + Files.size(file) + " bytes, "
                + trace.part()
                        .filter(part -> part.count() > 1)
                        .map(part -> "part " + part + ", ")
                        .orElse("") + trace.eventCount() + " events, "
                + (trace.samples().size() > 0 ? trace.samples().size() + " samples, " : "")
                + trace.account().droppedTotal() + " dropped"
                + (complete ? "" : "; " + trace.account().summary());
    }
}
