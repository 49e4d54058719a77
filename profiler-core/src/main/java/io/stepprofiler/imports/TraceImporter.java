package io.stepprofiler.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Reader of one file format: makes a trace of a file, or of a directory that is taken as one. The counterpart of
 * {@link io.stepprofiler.trace.TraceExporter}.
 *
 * <p>Found by {@link java.util.ServiceLoader}: an implementation has a public constructor without parameters and is
 * safe on any thread. {@link Traces} chooses the one that recognizes the most of a file's first bytes, and of those
 * that recognize as much the one whose ending of the name is the longest.
 *
 * <p>A file may come from anywhere, so a reader trusts nothing in it: it holds what the file claims against what is
 * there and against the {@link ImportOptions}, opens no path and no address that the file names, and runs nothing.
 * The trace is made with a {@link io.stepprofiler.trace.TraceBuilder}; what the file has and the trace has no room
 * for, or makes no sense, is counted as dropped there, or is {@linkplain ImportedTrace#missing told}.
 */
public interface TraceImporter {
    /** {@return the format in words, for lists and errors, such as {@code Chrome trace}} */
    String format();

    /**
     * {@return the file name endings this format goes by, each with its dot, such as {@code .json.gz}; may be empty}
     */
    Set<String> suffixes();

    /**
     * {@return how many of the first bytes tell that a file has this format: the length of its magic number or of the
     * text that others do not begin with; 0 if they do not tell} Called before anything is read, for any file, so it
     * is to be quick and to look at nothing but the candidate. For a directory it may look at what is in it.
     *
     * @param candidate the file
     * @throws IOException if it cannot be looked at
     */
    int recognizedBytes(ImportCandidate candidate) throws IOException;

    /**
     * Makes a trace of a file.
     *
     * @param file the file
     * @param options what may be read at most
     * @return the trace
     * @throws ImportException if it does not have this format, is damaged, or is larger than the options allow,
     *     naming the file, the place and what is wrong
     * @throws IOException if it cannot be read
     */
    ImportedTrace read(Path file, ImportOptions options) throws IOException;
}
