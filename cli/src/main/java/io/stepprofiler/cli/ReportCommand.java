package io.stepprofiler.cli;

import io.stepprofiler.export.TraceFile;
import io.stepprofiler.report.HtmlFace;
import io.stepprofiler.report.MarkdownFace;
import io.stepprofiler.report.SummaryFile;
import io.stepprofiler.report.TextFace;
import io.stepprofiler.trace.OneLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
            "Reads what 'stepprof show' reads, and summaries that it wrote itself. '-o report.html' writes one page",
            "that needs no network and no server."
        },
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    /** Forms of a report, by the ending of a file's name. */
    enum Format {
        HTML(".html"),
        TEXT(".txt"),
        MD(".md"),
        JSON(".json");

        private final String suffix;

        Format(String suffix) {
            this.suffix = suffix;
        }

        void write(Reporting.Read read, OutputStream out) throws IOException {
            switch (this) {
                case HTML -> HtmlFace.write(read.report(), read.blocks(), out);
                case TEXT -> write(TextFace.of(read.report()), out);
                case MD -> write(MarkdownFace.of(read.report()), out);
                case JSON -> write(SummaryFile.json(read.report()), out);
            }
        }

        private static void write(String text, OutputStream out) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
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

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "traces, journals, reports and directories of these")
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
        Format chosen = format != null ? format : Format.of(out);
        Reporting.Read read = chosen == Format.HTML
                ? reporting.readForPage(files, spec.commandLine())
                : new Reporting.Read(reporting.read(files, spec.commandLine()), List.of());
        if (out == null) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            chosen.write(read, text);
            spec.commandLine().getOut().println(text.toString(StandardCharsets.UTF_8));
        } else {
            TraceFile.replace(out, stream -> chosen.write(read, stream));
            spec.commandLine().getOut().println("Wrote " + OneLine.of(out.toString()));
        }
        spec.commandLine().getOut().flush();
        return reporting.exitCode();
    }
}
