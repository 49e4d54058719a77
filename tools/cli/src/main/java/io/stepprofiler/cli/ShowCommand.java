package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.report.faces.ReportFile;
import io.stepprofiler.report.faces.TextReportWriter;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the content of traces of any supported format. */
@Command(
        name = "show",
        description = {
            "Prints the content of traces: journals, XSpace, or Chrome traces of this profiler, torch, JAX or others.",
            "Prints how many events were kept and dropped, metadata of the run, and where the time went; for "
                    + "a report its text."
        },
        mixinStandardHelpOptions = true)
final class ShowCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "traces, journals and reports, and directories of these")
    private List<Path> files = List.of();

    @Mixin
    private AveragesOptions averaging = new AveragesOptions();

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandLine line = spec.commandLine();
        averaging.check(line);
        List<InputFile> inputs = InputFiles.of(files);
        int[] code = {ExitCode.DONE};
        int leftOut = ReadFiles.each(
                inputs,
                input -> {
                    if (inputs.size() > 1) {
                        line.getOut().println("== " + OneLine.of(input.path().toString()));
                    }
                    code[0] = Math.max(code[0], show(input, line));
                },
                line);
        return Math.max(code[0], leftOut > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE);
    }

    private int show(InputFile input, CommandLine line) throws IOException {
        if (input.isReport()) {
            line.getOut()
                    .print(TextReportWriter.of(ReportFile.read(input.path()).report()));
            line.getOut().flush();
            return ExitCode.DONE;
        }
        try (ImportedTrace opened = Input.open(input.path(), limits, ImportOptions.DEFAULT, line)) {
            Input.describe(opened.trace(), averaging, line.getOut());
            return Input.tellMissing(opened, line);
        }
    }
}
