package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.text.OneLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the report of the steps of traces. */
@Command(
        name = "report",
        description = {
            "Reports why the steps of traces are slow: several windows of a run, or several ranks, in one report.",
            "Reads what 'stepprof show' reads, and its own summaries. '-o report.html' writes one page that "
                    + "needs no network and no server. The hosts of an XProf session, plugins/profile/SESSION, are "
                    + "ranks."
        },
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "traces, journals, reports and directories of these")
    private List<Path> files = List.of();

    @Mixin
    private DocumentOutputOptions output = new DocumentOutputOptions();

    @Mixin
    private Reporting reporting = new Reporting();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Form form = output.form();
        Path out = output.file();
        List<InputFile> inputs = InputFiles.of(files);
        if (out != null) {
            WrittenFiles.check(List.of(out), form.keepsWindows() ? lost(inputs) : inputs);
        }
        Reporting.Read read = reporting.read(inputs, form, spec.commandLine());
        if (out == null) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            read.write(form, text);
            spec.commandLine().getOut().println(text.toString(StandardCharsets.UTF_8));
        } else {
            TraceFile.replace(out, stream -> read.write(form, stream));
            spec.commandLine().getOut().println("Wrote " + OneLine.of(out.toString()));
        }
        return reporting.exitCode();
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
