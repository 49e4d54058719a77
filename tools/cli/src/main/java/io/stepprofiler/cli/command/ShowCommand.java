package io.stepprofiler.cli.command;

import io.stepprofiler.cli.input.InputFile;
import io.stepprofiler.cli.input.InputWindow;
import io.stepprofiler.cli.input.ReadLimits;
import io.stepprofiler.cli.input.RunInput;
import io.stepprofiler.cli.input.Subcommand;
import io.stepprofiler.report.faces.ReportDocument;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the content of traces of any supported format. */
@Command(
        name = "show",
        description = {
            "Prints the content of traces: journals, XSpace, flight recordings, or Chrome traces of torch, JAX or others.",
            "Prints how many events were kept and dropped, metadata of the run, and where the time went; for "
                    + "a report its text."
        })
public final class ShowCommand extends Subcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "traces, journals and reports, and directories of these")
    private List<Path> files = List.of();

    @Mixin
    private AveragesOptions averaging = new AveragesOptions();

    @Option(names = "--csv", description = "print only the table of one trace, as comma-separated values")
    private boolean isCsv;

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Override
    public Integer call() throws IOException {
        averaging.check(this);
        List<InputFile> inputs = InputFile.of(files);
        if (isCsv && (inputs.size() > 1 || inputs.get(0).isReport())) {
            throw refusal("--csv with " + files + " is not allowed: must be one trace, and no report");
        }
        try (RunInput input = RunInput.ofFiles(inputs, limits, this)) {
            input.forEach(window -> {
                if (input.files().size() > 1) {
                    out().println("== " + OneLine.of(window.file().label()));
                }
                show(window);
            });
            input.finish();
            return input.exitCode();
        }
    }

    private void show(InputWindow window) {
        if (isCsv) {
            out().print(averaging.table(window.trace(), true));
            out().flush();
            remark(window.trace().account().summary());
        } else if (window.isTrace()) {
            averaging.describe(window.trace(), out());
        } else {
            out().print(ReportDocument.text(window.reportFile().report()));
            out().flush();
        }
    }
}
