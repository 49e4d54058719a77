package io.stepprofiler.cli.command;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.cli.input.EnumWords;
import io.stepprofiler.cli.input.ExitCode;
import io.stepprofiler.cli.input.FleetInput;
import io.stepprofiler.cli.input.Form;
import io.stepprofiler.cli.input.TableCommand;
import io.stepprofiler.cli.input.WrittenFiles;
import io.stepprofiler.cli.live.WantedCapture;
import io.stepprofiler.cli.spark.FleetEngine;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.fleet.comparison.RanksVerdict;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.report.faces.FleetDocument;
import io.stepprofiler.report.faces.FleetFile;
import io.stepprofiler.report.faces.FleetPage;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reports which ranks, hosts or causes the others wait for, from the step ledgers of a run. */
@Command(
        name = "report",
        description = {
            "Reports which ranks, hosts and causes the others wait for.",
            "It compares all steps of all ranks by their step ledgers, the files *.steps that each profile and agent "
                    + "writes beside its other files."
        },
        mixinStandardHelpOptions = true,
        exitCodeList = {
            "0:done, or no finding of --fail-on",
            "1:a finding, with --fail-on; without it, a file was left out",
            "2:failed, or not understood; with --fail-on also if there is no finding, but a file was left out",
            "3:the data cannot tell, with --strict"
        })
final class FleetReportCommand extends TableCommand {
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

    @Option(
            names = "--follow",
            arity = "0..1",
            fallbackValue = "30s",
            paramLabel = "TIME",
            converter = WantedCapture.Time.class,
            description = "read the ledgers of a running job anew every 30s, or --follow=TIME, until a finding of "
                    + "--fail-on or Ctrl-C, then report; changes of the verdict are lines on standard error")
    private @Nullable Duration follow;

    /** Converts words such as {@code warning}. */
    static final class SeverityConverter extends EnumWords<Severity> {}

    @Override
    public Integer call() throws Exception {
        if (follow != null && FleetEngine.installed().isPresent()) {
            throw refusal("--follow is not allowed on Spark: must be with ledgers and without --engine=spark");
        }
        checkForm(output.form());
        Path out = output.file();
        if (out != null) {
            WrittenFiles.check(List.of(out));
        }
        if (follow == null) {
            return write(input.report(this));
        }
        try (FollowedFleet fleet = new FollowedFleet()) {
            Predicate<FleetReport> isFound = report -> failOn != null && exitCode(report) == DiffCommand.REGRESSION;
            return write(fleet.last(() -> input.report(this), follow, isFound, err()));
        }
    }

    private int write(FleetReport report) throws IOException {
        Path out = output.file();
        Form form = output.form();
        TraceFile.Content content = switch (form) {
            case HTML -> stream -> stream.write(FleetPage.of(report));
            case TEXT -> DocumentOutputOptions.text(FleetDocument.text(report) + "\n");
            case MD -> DocumentOutputOptions.text(FleetDocument.markdown(report));
            case JSON -> DocumentOutputOptions.text(FleetFile.json(report) + "\n");
        };
        output.write(
                isCsv ? DocumentOutputOptions.text(csv(FleetFile.json(report), "/comparison/account/parts")) : content,
                this);
        // Standard output may hold the report itself.
        PrintWriter remarks = out == null && (isCsv || form != Form.TEXT) ? err() : out();
        remarks.println(OneLine.of(FleetDocument.lastLine(report, input.words())));
        return exitCode(report);
    }

    /** Returns the exit code for a report. */
    int exitCode(FleetReport report) {
        Severity least = failOn;
        if (least != null
                && report.comparison()
                        .verdict()
                        .severity()
                        .filter(found -> found.compareTo(least) >= 0)
                        .isPresent()) {
            return DiffCommand.REGRESSION;
        }
        if (isStrict && report.comparison().verdict().kind() == RanksVerdict.Kind.CANNOT_TELL) {
            return DiffCommand.NOT_DECIDED;
        }
        if (report.unread().isEmpty()) {
            return ExitCode.DONE;
        }
        // Ranks that could not be read might be slow.
        return least == null ? ExitCode.INCOMPLETE : ExitCode.FAILED;
    }
}
