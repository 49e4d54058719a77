package io.stepprofiler.cli.command;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Formats that 'convert' writes, with their file endings and the content of a trace that they cannot hold. */
enum TargetFormat {
    CHROME(
            true,
            EnumSet.of(
                    TraceContent.OUTPUTS,
                    TraceContent.ADDRESSES,
                    TraceContent.ODD_COUNTERS,
                    TraceContent.MEMORY_PURPOSES),
            ".json.gz",
            ".json"),
    PERFETTO(
            true,
            EnumSet.of(
                    TraceContent.ADDRESSES,
                    TraceContent.ODD_COUNTERS,
                    TraceContent.MEMORY_EVENTS,
                    TraceContent.MEMORY_PURPOSES,
                    TraceContent.SAMPLES,
                    TraceContent.PROCESS_GROUPS),
            ".pftrace",
            ".pftrace.gz",
            ".perfetto-trace"),
    XSPACE(
            true,
            EnumSet.of(
                    TraceContent.ADDRESSES,
                    TraceContent.ODD_COUNTERS,
                    TraceContent.MEMORY_PURPOSES,
                    TraceContent.PROCESS_GROUPS),
            ".xplane.pb"),
    PPROF(true, EnumSet.complementOf(EnumSet.of(TraceContent.SAMPLES, TraceContent.MEMORY_EVENTS)), ".pb.gz"),
    HTML(false, EnumSet.noneOf(TraceContent.class), ".html"),
    SUMMARY(false, EnumSet.noneOf(TraceContent.class), ".summary.json"),
    MD(false, EnumSet.noneOf(TraceContent.class), ".md"),
    TEXT(false, EnumSet.noneOf(TraceContent.class), ".txt");

    private final boolean isTrace;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final Set<TraceContent> lacks;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final List<String> endings;

    TargetFormat(boolean isTrace, Set<TraceContent> lacks, String... endings) {
        this.isTrace = isTrace;
        this.lacks = lacks;
        this.endings = List.of(endings);
    }

    /** True for a format of traces, false for one of reports. */
    boolean isTrace() {
        return isTrace;
    }

    /** The file ending for this format. */
    String ending() {
        return endings.get(0);
    }

    /** The format with the longest ending that matches a file name. */
    static Optional<TargetFormat> of(Path file) {
        String name = file.toString();
        TargetFormat best = null;
        int longest = 0;
        for (TargetFormat format : values()) {
            for (String ending : format.endings) {
                if (name.endsWith(ending) && ending.length() > longest) {
                    longest = ending.length();
                    best = format;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** All endings, for error messages. */
    static List<String> allEndings() {
        return Arrays.stream(values())
                .flatMap(format -> format.endings.stream())
                .sorted()
                .toList();
    }

    /** Sentences about the content of a trace that a file of this format cannot hold. */
    List<String> lost(Trace trace, Path file) {
        List<String> sentences = new ArrayList<>();
        for (TraceContent content : lacks) {
            long count = content.count(trace);
            if (count > 0) {
                sentences.add(file + " cannot hold " + count + " " + content.words());
            }
        }
        return sentences;
    }

    /** The exporter of this format, which must be a format of traces. */
    TraceExporter exporter() {
        for (TraceExporter exporter : ServiceLoader.load(TraceExporter.class)) {
            if (exporter.suffixes().contains(ending())) {
                return exporter;
            }
        }
        throw new IllegalStateException("nothing writes " + ending());
    }
}
