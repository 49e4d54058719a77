package io.stepprofiler.cli.command;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.ComparedRun;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.cli.input.Form;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.Reporting;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.Terminal;
import io.stepprofiler.report.faces.ReportDocument;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows on one screen why the steps of a run are slow. */
@Command(
        name = "summary",
        description = {
            "Shows on one screen why the steps of a run are slow, with advice.",
            "It shows the newest run of a directory, and lists the others. Reads what 'stepprof show' reads, and "
                    + "the summaries that 'stepprof report --format json' writes."
        })
public final class SummaryCommand extends Subcommand {
    private static final long NANOS_A_SECOND = 1_000_000_000;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "a trace, a journal, a report, or a directory of these")
    private List<Path> files = List.of();

    @Option(names = "--windows", description = "one screen for each window of the run")
    private boolean isOfWindows;

    @Mixin
    private Reporting reporting = new Reporting();

    @Override
    public Integer call() throws IOException {
        if (files.size() > 1) {
            throw refusal("a summary is of one run: name one; 'stepprof diff A -- B' compares two runs, and"
                    + " 'stepprof report' shows several together");
        }
        List<InputFile> inputs = InputFile.of(files, false);
        boolean isDirectory = inputs.stream().anyMatch(InputFile::isFound);
        List<InputFile> ordered = isDirectory ? reporting.inOrder(inputs) : inputs;
        try (RunInput input = RunInput.ofWindows(ordered, reporting.limits(), this)) {
            print(reporting.read(input, Form.TEXT, this, window -> {}), isDirectory);
            return input.exitCode();
        }
    }

    private void print(Reporting.Read read, boolean isDirectory) {
        List<ComparedRun> runs = isDirectory ? newestFirst(read.report().windows()) : List.of();
        List<WindowReport> shown =
                runs.isEmpty() ? read.report().windows() : runs.get(0).windows();
        StepReport report = report(read, shown);
        out().print(isOfWindows ? ReportDocument.text(report) : ReportDocument.summary(report, Terminal.width()));
        if (runs.size() > 1) {
            List<ComparedRun> others = runs.subList(1, runs.size());
            boolean isEarlier = others.stream()
                    .flatMap(run -> run.windows().stream().map(WindowReport::run))
                    .allMatch(run -> run.startEpochNanos() > 0
                            && run.startEpochNanos() + run.durationNanos() <= start(runs.get(0)));
            out().println();
            out().println((isEarlier ? "Earlier" : "Other") + " runs in "
                    + OneLine.of(files.get(0).toString()) + ":");
            others.forEach(run -> out().println("  " + inOneLine(read, run)));
            out().print(isEarlier ? "" : "Ranks of one run need names that say so, as rank0.json and rank1.json.\n");
        }
    }

    /** Returns the report of some of the windows, with the runs that are known of them. */
    private StepReport report(Reporting.Read read, List<WindowReport> windows) {
        return reporting
                .report(windows, read.ledgers())
                .withRuns(read.report().runs().stream()
                        .filter(run -> windows.stream().anyMatch(run::isOf))
                        .toList());
    }

    private static List<ComparedRun> newestFirst(List<WindowReport> windows) {
        return ComparedRun.of(windows).stream()
                .sorted(Comparator.comparingLong(SummaryCommand::start).reversed())
                .toList();
    }

    private static long start(ComparedRun run) {
        return run.windows().get(0).run().startEpochNanos();
    }

    private String inOneLine(Reporting.Read read, ComparedRun run) {
        String verdicts = report(read, run.windows()).verdicts().stream()
                .map(each -> each.verdict().title())
                .distinct()
                .collect(Collectors.joining(", "));
        String date = start(run) <= 0 ? "" : Instant.ofEpochSecond(start(run) / NANOS_A_SECOND) + "  ";
        return date + OneLine.of(run.name()) + ", " + Amount.count(run.windows().size(), "window") + ": " + verdicts;
    }
}
