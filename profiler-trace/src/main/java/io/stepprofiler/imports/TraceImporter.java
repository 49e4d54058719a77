package io.stepprofiler.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Reader of one file format: makes a trace of a file, or of a directory such as a journal. The counterpart of {@link
 * io.stepprofiler.trace.TraceExporter}.
 *
 * <p>Found by {@link java.util.ServiceLoader}: an implementation has a public constructor without parameters and is
 * safe on any thread. {@link Traces} chooses the importer that recognizes the most of a file's first bytes, and among
 * equals the one with the longest matching suffix.
 *
 * <p>A file may come from anywhere, so an importer trusts nothing in it: it checks every claimed size against the
 * content and the {@link ImportOptions}, opens no path and no address that the file names, and runs nothing. The trace
 * is made with a {@link io.stepprofiler.trace.TraceBuilder}; content that a trace cannot hold or that makes no sense is
 * counted there as dropped, or listed as {@linkplain ImportedTrace#missing missing}.
 */
public interface TraceImporter {
    /** {@return the format in words, for lists and errors, such as {@code Chrome trace}} */
    String format();

    /** {@return the file name endings of this format, each with its dot, such as {@code .json.gz}; may be empty} */
    Set<String> suffixes();

    /**
     * {@return the number of first bytes that identify this format, such as the length of its magic number or of a
     * distinctive first text; 0 if they do not} Called before anything is read, for any file, so it must be quick and
     * look at nothing but the candidate. For a directory it may look at the content.
     *
     * @param candidate the file
     * @throws IOException if the candidate cannot be read
     */
    int recognizedBytes(ImportCandidate candidate) throws IOException;

    /**
     * {@return whether it finds the steps that {@link ImportOptions#steps} names; for others, {@link Traces} finds them}
     */
    default boolean findsSteps() {
        return false;
    }

    /**
     * Makes a trace of a file.
     *
     * @param file the file
     * @param options the limits of reading, and the names of steps
     * @return the trace
     * @throws ImportException if it does not have this format, is damaged, or is larger than the options allow, naming
     *     the file, the place and the error
     * @throws IOException if it cannot be read
     */
    ImportedTrace read(Path file, ImportOptions options) throws IOException;
}
