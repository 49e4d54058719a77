package io.stepprofiler.cli;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.SortKey;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.ProgressLine;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.journal.blocks.Journals;
import io.stepprofiler.trace.OneLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a trace of a journal: says what is in it, and writes it to files. */
@Command(
        name = "assemble",
        description = {
            "Makes a trace of the journal that a process has left behind, however it ended.",
            "Prints what became of its events and where the time went, and writes the files that are asked for."
        },
        mixinStandardHelpOptions = true)
final class AssembleCommand implements Callable<Integer> {
    /** The user has chosen the file: only memory is limited. */
    private static final ImportOptions LIMITS =
            ImportOptions.DEFAULT.withMaxBytes(Long.MAX_VALUE).withMaxEvents(Long.MAX_VALUE);

    /** How a trace is split; at most one of these. */
    static final class Split {
        @Option(names = "--split-steps", paramLabel = "N", description = "a file for every N steps")
        private @Nullable Integer steps;

        @Option(names = "--split-events", paramLabel = "N", description = "files of at most about N events")
        private @Nullable Integer events;
    }

    @Parameters(paramLabel = "JOURNAL", description = "one of those that 'stepprof journals' lists")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path journal;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description =
                    "file to write, of the format that its name says: .json.gz, .pftrace, ...; may be given more than once")
    private List<Path> files = List.of();

    @ArgGroup
    private Split split = new Split();

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "most rows of the table; default ${DEFAULT-VALUE}; 0: no table")
    private int rows = 20;

    @Option(
            names = "--progress",
            negatable = true,
            description = "show how far files are, or not; by default where standard error is a terminal (on Linux)")
    private @Nullable Boolean progress;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        ExportOptions options = options();
        files.forEach(this::checkEnding);
        checkJournal();
        try (ImportedTrace opened = Traces.open(journal, LIMITS)) {
            Trace trace = opened.trace();
            out.println(trace);
            out.println(trace.account().summary());
            trace.metadata().forEach((key, value) -> out.println(OneLine.of(key) + ": " + OneLine.of(value.text())));
            List<String> missing = opened.missing();
            missing.forEach(what -> spec.commandLine().getErr().println("assemble: " + OneLine.of(what)));
            if (rows > 0) {
                out.println(KeyAverages.of(trace).table(SortKey.SELF_TIME, rows));
            }
            out.flush();
            for (Path file : files) {
                for (Path written : trace.export(file, options)) {
                    out.println("Wrote " + OneLine.of(written.toString()));
                }
            }
            return missing.isEmpty() ? StepProf.DONE : StepProf.INCOMPLETE;
        }
    }

    private void checkJournal() throws IOException {
        if (!Files.exists(journal)) {
            throw new IOException("There is no such file or directory: " + journal);
        }
        if (!Files.isDirectory(journal)) {
            return;
        }
        List<Path> inside = Journals.in(journal);
        if (!inside.isEmpty()) {
            throw new IOException(journal + " is no journal, it holds " + inside.size() + ": take one of them, such as "
                    + inside.get(0));
        }
    }

    /** Progress is for people who wait: it goes where it is not in the way of what is piped. */
    private ExportOptions options() {
        ExportOptions options = (progress != null ? progress : Terminal.isThere())
                ? ExportOptions.DEFAULT.listener(
                        ProgressLine.to(spec.commandLine().getErr()))
                : ExportOptions.DEFAULT;
        try {
            if (split.steps != null) {
                return options.splitBySteps(split.steps);
            }
            return split.events != null ? options.splitByEvents(split.events) : options;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Before anything is read, which may take long. */
    private void checkEnding(Path file) {
        Set<String> known = new TreeSet<>();
        ServiceLoader.load(TraceExporter.class).forEach(exporter -> known.addAll(exporter.suffixes()));
        if (known.stream().noneMatch(file.toString()::endsWith)) {
            throw new ParameterException(
                    spec.commandLine(), "No format is known for the ending of " + file + "; known endings: " + known);
        }
    }
}
