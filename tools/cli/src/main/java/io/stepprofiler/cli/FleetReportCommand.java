package io.stepprofiler.cli;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.report.faces.FleetFile;
import io.stepprofiler.report.faces.FleetMarkdown;
import io.stepprofiler.report.faces.FleetPage;
import io.stepprofiler.report.faces.FleetText;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reports which ranks, hosts or causes the others wait for, from the step ledgers of a run. */
@Command(
        name = "report",
        description = {
            "Reports which ranks, hosts and causes the others wait for.",
            "It compares all steps of all ranks by their step ledgers, the files *.steps that each profile and agent "
                    + "writes beside its other files."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, or no finding of --fail-on",
            "1:a finding, with --fail-on; without it, a file was left out",
            "2:failed, or not understood; with --fail-on also if there is no finding, but a file was left out",
            "3:the data cannot tell, with --strict"
        })
final class FleetReportCommand implements Callable<Integer> {
    @Mixin
    private FleetInput input = new FleetInput();

    @Mixin
    private DocumentOutputOptions output = new DocumentOutputOptions();

    @Option(
            names = "--fail-on",
            paramLabel = "WHAT",
            description = "exit with 1 on findings from this severity: information or warning",
            converter = SeverityConverter.class)
    private @Nullable Severity failOn;

    @Option(names = "--strict", description = "exit with 3 if the data cannot tell")
    private boolean isStrict;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    /** Converts words such as {@code warning}. */
    static final class SeverityConverter extends EnumWords<Severity> {
        /** Made by picocli. */
        SeverityConverter() {
            super(Severity.class);
        }
    }

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        Path out = output.file();
        if (out != null) {
            WrittenFiles.check(List.of(out));
        }
        FleetReport report = input.report(line);
        byte[] content = content(report);
        // Standard output may hold the report itself.
        PrintWriter remarks = out == null && output.form() != Form.TEXT ? line.getErr() : line.getOut();
        if (out == null) {
            line.getOut().print(new String(content, StandardCharsets.UTF_8));
        } else {
            TraceFile.replace(out, stream -> stream.write(content));
            remarks.println("Wrote " + OneLine.of(out.toString()));
        }
        remarks.println(OneLine.of(FleetText.lastLine(report, input.words())));
        return exitCode(report);
    }

    private byte[] content(FleetReport report) {
        return switch (output.form()) {
            case HTML -> FleetPage.of(report);
            case TEXT -> utf8(FleetText.of(report) + "\n");
            case MD -> utf8(FleetMarkdown.of(report));
            case JSON -> utf8(FleetFile.json(report) + "\n");
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the exit code for a report. */
    int exitCode(FleetReport report) {
        Severity least = failOn;
        if (least != null
                && report.comparison()
                        .severity()
                        .filter(found -> found.compareTo(least) >= 0)
                        .isPresent()) {
            return DiffCommand.REGRESSION;
        }
        if (isStrict && !report.comparison().abstentions().isEmpty()) {
            return DiffCommand.NOT_DECIDED;
        }
        if (report.unread().isEmpty()) {
            return ExitCode.DONE;
        }
        // Ranks that could not be read might be slow.
        return least == null ? ExitCode.INCOMPLETE : ExitCode.FAILED;
    }
}
