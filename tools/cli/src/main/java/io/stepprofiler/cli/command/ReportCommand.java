package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.Form;
import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.Reporting;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.cli.input.WrittenFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Writes the report of the steps of traces. */
@Command(
        name = "report",
        description = {
            "Reports why the steps of traces are slow: several windows of a run, or several ranks, in one report.",
            "Reads what 'stepprof show' reads, and its own summaries. '-o report.html' writes one page that "
                    + "needs no network and no server. The hosts of an XProf session, plugins/profile/SESSION, are "
                    + "ranks."
        })
public final class ReportCommand extends Subcommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "traces, journals, reports and directories of these")
    private List<Path> files = List.of();

    @Mixin
    private DocumentOutputOptions output = new DocumentOutputOptions();

    @Mixin
    private Reporting reporting = new Reporting();

    @Override
    public Integer call() throws IOException {
        Form form = output.form();
        Path out = output.file();
        List<InputFile> inputs = InputFile.of(files, false);
        if (out != null) {
            WrittenFiles.check(List.of(out), form.keepsWindows() ? lost(inputs) : inputs);
        }
        try (RunInput input = RunInput.ofWindows(inputs, reporting.limits(), this)) {
            Reporting.Read read = reporting.read(input, form, this, window -> {});
            output.write(stream -> read.write(form, stream), this);
            if (out == null) {
                out().println();
            }
            return input.exitCode();
        }
    }

    /**
     * Input files that may not be overwritten: reports found in a directory may, since the new report keeps their
     * windows.
     */
    private static List<InputFile> lost(List<InputFile> inputs) {
        return inputs.stream()
                .filter(each -> !each.isReport() || !each.isFound())
                .toList();
    }
}
