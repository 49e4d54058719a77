package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.Terminal;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.ProgressLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the files to which a trace is written. */
final class OutputOptions {
    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "file to write; its ending determines the format: .json.gz, .pftrace, ...; may be repeated")
    private List<Path> files = List.of();

    @Option(
            names = "--progress",
            negatable = true,
            description = "show the progress of writing files; by default if standard error is a terminal (on Linux)")
    private @Nullable Boolean progress;

    List<Path> files() {
        return files;
    }

    /** Rejects files without a known format before anything is read, which may take long. */
    ExportOptions check(Subcommand command) {
        ExportOptions options = options(command);
        files.forEach(file -> checkEnding(file, command));
        return options;
    }

    void write(Trace trace, ExportOptions options, Subcommand command) throws IOException {
        for (Path file : files) {
            trace.export(file, options);
            command.printWritten(file);
        }
    }

    /** Export options; progress is written to standard error, so that it does not mix with piped output. */
    ExportOptions options(Subcommand command) {
        return (progress != null ? progress : Terminal.isThere())
                ? ExportOptions.DEFAULT.withListener(ProgressLine.to(command.err()))
                : ExportOptions.DEFAULT;
    }

    private static void checkEnding(Path file, Subcommand command) {
        Set<String> known = new TreeSet<>();
        ServiceLoader.load(TraceExporter.class).forEach(exporter -> known.addAll(exporter.suffixes()));
        if (known.stream().noneMatch(file.toString()::endsWith)) {
            throw command.refusal("No format is known for the ending of " + file + "; known endings: " + known);
        }
    }
}
