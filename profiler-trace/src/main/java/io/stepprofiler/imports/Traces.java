package io.stepprofiler.imports;

import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.services.FileFormats;
import io.stepprofiler.services.FoundServices;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * Import of traces from files of any origin, by the {@link TraceImporter} on the class or module path that recognizes
 * the file by its first bytes or its name.
 */
public final class Traces {
    private record Match(TraceImporter importer, int bytes, int suffix) implements Comparable<Match> {
        boolean isAny() {
            return bytes > 0 || suffix > 0;
        }

        @Override
        public int compareTo(Match other) {
            int byContent = Integer.compare(bytes, other.bytes);
            return byContent != 0 ? byContent : Integer.compare(suffix, other.suffix);
        }
    }

    private Traces() {}

    /**
     * Reads a trace with the default limits. It may read its events from the file on demand, and keeps the file open
     * until the trace is garbage-collected.
     *
     * @param file the file, or a directory such as a journal
     * @return the trace
     * @throws IOException as {@link #open} does
     */
    public static Trace read(Path file) throws IOException {
        return open(file, ImportOptions.DEFAULT).trace();
    }

    /**
     * Reads a trace.
     *
     * @param file the file, or a directory such as a journal
     * @param options the limits of reading, and the names of steps
     * @return the trace with its missing parts; to be closed when the trace is no longer needed
     * @throws ImportException if no importer recognizes the file, or it is damaged or too large, naming the file, the
     *     place and the error
     * @throws IOException if it cannot be read
     */
    public static ImportedTrace open(Path file, ImportOptions options) throws IOException {
        TraceImporter importer = choose(ImportCandidate.of(file), installed());
        try {
            ImportedTrace read = importer.read(file, options);
            Trace trace = importer.findsSteps() ? read.trace() : NamedSteps.in(read.trace(), file, options);
            return new ImportedTrace(trace, read.missing(), read);
        } catch (RuntimeException e) {
            // The importer should have thrown an ImportException; callers need not expect other exceptions.
            throw new ImportException(file, "it cannot be read as " + importer.format() + " (" + e + ")", e);
        }
    }

    /**
     * {@return whether an importer recognizes a file by its first bytes, or a directory by its content} Names are
     * ignored: other programs use the same suffixes.
     *
     * @param file a file or directory
     * @throws IOException if it cannot be read
     */
    public static boolean recognizes(Path file) throws IOException {
        ImportCandidate candidate = ImportCandidate.of(file);
        for (TraceImporter importer : installed()) {
            if (importer.recognizedBytes(candidate) > 0) {
                return true;
            }
        }
        return false;
    }

    private static List<TraceImporter> installed() {
        return FoundServices.all(loader -> ServiceLoader.load(TraceImporter.class, loader));
    }

    static TraceImporter choose(ImportCandidate candidate, List<TraceImporter> importers) throws IOException {
        Match best = null;
        for (TraceImporter importer : importers) {
            Match match = new Match(
                    importer,
                    importer.recognizedBytes(candidate),
                    FileFormats.longestEnding(importer.suffixes(), candidate.fileName()));
            if (match.isAny() && (best == null || match.compareTo(best) > 0)) {
                best = match;
            }
        }
        Optional<String> packing = candidate.packing();
        if (packing.isPresent() && (best == null || best.bytes == 0)) {
            throw new ImportException(
                    candidate.file(),
                    "it is packed with " + packing.get() + ", which no reader unpacks: unpack it first");
        }
        if (best == null && candidate.fileName().endsWith(StepLedger.SUFFIX)) {
            throw new ImportException(
                    candidate.file(),
                    "it is the step ledger of a run, which has the times of all steps but no events: read a trace of"
                            + " its directory");
        }
        if (best == null) {
            throw new ImportException(
                    candidate.file(),
                    "no reader knows it, by its first bytes or by the ending of its name; there are readers for: "
                            + describe(importers));
        }
        return best.importer;
    }

    private static String describe(List<TraceImporter> importers) {
        List<String> formats = importers.stream()
                .map(importer -> importer.format() + " " + new TreeSet<>(importer.suffixes()))
                .sorted()
                .toList();
        return formats.isEmpty() ? "nothing, none is on the class path" : String.join(", ", formats);
    }
}
