package io.stepprofiler.cli.command;

import static io.stepprofiler.cli.command.TraceContent.ADDRESSES;
import static io.stepprofiler.cli.command.TraceContent.MEMORY_EVENTS;
import static io.stepprofiler.cli.command.TraceContent.MEMORY_PURPOSES;
import static io.stepprofiler.cli.command.TraceContent.ODD_COUNTERS;
import static io.stepprofiler.cli.command.TraceContent.OUTPUTS;
import static io.stepprofiler.cli.command.TraceContent.PROCESS_GROUPS;
import static io.stepprofiler.cli.command.TraceContent.SAMPLES;

import io.stepprofiler.cli.input.Form;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Formats that 'convert' writes, with their file endings and the content of a trace that they cannot hold. */
enum TargetFormat {
    CHROME(null, EnumSet.of(OUTPUTS, ADDRESSES, ODD_COUNTERS, MEMORY_PURPOSES), ".json.gz", ".json"),
    PERFETTO(
            null,
            EnumSet.of(ADDRESSES, ODD_COUNTERS, MEMORY_EVENTS, MEMORY_PURPOSES, SAMPLES, PROCESS_GROUPS),
            ".pftrace",
            ".pftrace.gz",
            ".perfetto-trace"),
    XSPACE(null, EnumSet.of(ADDRESSES, ODD_COUNTERS, MEMORY_PURPOSES, PROCESS_GROUPS), ".xplane.pb"),
    SQLITE(null, EnumSet.of(OUTPUTS, ADDRESSES, ODD_COUNTERS, PROCESS_GROUPS), ".sqlite"),
    PPROF(null, EnumSet.complementOf(EnumSet.of(SAMPLES, MEMORY_EVENTS)), ".pb.gz"),
    FOLDED(null, EnumSet.complementOf(EnumSet.of(TraceContent.CALL_STACKS, SAMPLES)), ".folded"),
    MEMORY(
            null,
            EnumSet.complementOf(EnumSet.of(MEMORY_EVENTS, MEMORY_PURPOSES)),
            ".memory.json.gz",
            ".memory.json",
            ".memory.raw.json.gz",
            ".memory.html"),
    HTML(Form.HTML, EnumSet.noneOf(TraceContent.class), ".html"),
    SUMMARY(Form.JSON, EnumSet.noneOf(TraceContent.class), ".summary.json"),
    MD(Form.MD, EnumSet.noneOf(TraceContent.class), ".md"),
    TEXT(Form.TEXT, EnumSet.noneOf(TraceContent.class), ".txt");

    private final @Nullable Form form;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final Set<TraceContent> lacks;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final List<String> endings;

    TargetFormat(@Nullable Form form, Set<TraceContent> lacks, String... endings) {
        this.form = form;
        this.lacks = lacks;
        this.endings = List.of(endings);
    }

    /** The form of a report; null for a format of traces. */
    @Nullable
    Form form() {
        return form;
    }

    /** True if short events can be left out of it. */
    boolean hasEvents() {
        return form == null && this != SQLITE && !lacks.contains(TraceContent.EVENTS);
    }

    /** The file ending for this format. */
    String ending() {
        return endings.get(0);
    }

    /** The format with the longest ending that matches a file name. */
    static Optional<TargetFormat> of(Path file) {
        return Arrays.stream(values())
                .filter(format -> format.matched(file) > 0)
                .max(Comparator.comparingInt(format -> format.matched(file)));
    }

    private int matched(Path file) {
        return endings.stream()
                .filter(file.toString()::endsWith)
                .mapToInt(String::length)
                .max()
                .orElse(0);
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
        return lacks.stream()
                .filter(content -> content.count(trace) > 0)
                .map(content -> file + " cannot hold " + content.words() + " (" + content.count(trace) + ")")
                .toList();
    }

    /** The exporter of this format, which must be a format of traces. */
    TraceExporter exporter() {
        return ServiceLoader.load(TraceExporter.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(exporter -> exporter.suffixes().contains(ending()))
                .findFirst()
                .orElseThrow();
    }
}
