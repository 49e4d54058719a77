package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.report.MarkdownFace;
import io.stepprofiler.report.SummaryFile;
import io.stepprofiler.report.TextFace;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the report of the steps of traces. */
@Command(
        name = "report",
        description = {
            "Reports what holds the steps of traces up: several windows of a run, or several ranks, in one report.",
            "Reads what 'stepprof show' reads, and summaries that it wrote itself."
        },
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    /** Forms of a report, by the ending of a file's name. */
    enum Format {
        TEXT(".txt"),
        MD(".md"),
        JSON(".json");

        private final String suffix;

        Format(String suffix) {
            this.suffix = suffix;
        }

        String of(StepReport report) {
            return switch (this) {
                case TEXT -> TextFace.of(report);
                case MD -> MarkdownFace.of(report);
                case JSON -> SummaryFile.json(report);
            };
        }

        /** The format that a file's name asks for; text if it asks for none. */
        static Format of(@Nullable Path file) {
            String name = file == null ? "" : file.toString().toLowerCase(Locale.ROOT);
            for (Format format : values()) {
                if (name.endsWith(format.suffix)) {
                    return format;
                }
            }
            return TEXT;
        }
    }

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "traces, journals and summaries")
    private List<Path> files = List.of();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "file to write; standard output if there is none")
    private @Nullable Path out;

    @Option(
            names = "--format",
            description = "${COMPLETION-CANDIDATES}, in small letters, too; by default what the ending of the file to"
                    + " write says, else text")
    private @Nullable Format format;

    @Mixin
    private Reporting reporting = new Reporting();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        StepReport report = reporting.read(files, spec.commandLine());
        String text = (format != null ? format : Format.of(out)).of(report);
        if (out == null) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().println();
        } else {
            TraceFile.replace(out, stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
            spec.commandLine().getOut().println("Wrote " + OneLine.of(out.toString()));
        }
        spec.commandLine().getOut().flush();
        return reporting.exitCode();
    }
}
