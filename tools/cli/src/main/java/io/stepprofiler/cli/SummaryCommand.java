package io.stepprofiler.cli;

import io.stepprofiler.report.faces.TextReportWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows on one screen why the steps of a trace are slow. */
@Command(
        name = "summary",
        description = {
            "Shows on one screen why the steps of a trace are slow, with advice.",
            "Reads what 'stepprof show' reads, and the summaries that 'stepprof report --format json' writes."
        },
        mixinStandardHelpOptions = true)
final class SummaryCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "a trace, a journal, a report, or a directory of these")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private Path file;

    @Mixin
    private Reporting reporting = new Reporting();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        spec.commandLine()
                .getOut()
                .print(TextReportWriter.of(reporting
                        .read(InputFiles.of(List.of(file)), Form.TEXT, spec.commandLine())
                        .report()));
        spec.commandLine().getOut().flush();
        return reporting.exitCode();
    }
}
