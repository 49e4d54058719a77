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

    @Mixin
    private ReadLimits limits = new ReadLimits();

    @Override
    public Integer call() throws IOException {
        averaging.check(this);
        try (RunInput input = RunInput.ofFiles(InputFile.of(files), limits, this)) {
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
        if (window.isTrace()) {
            averaging.describe(window.trace(), out());
        } else {
            out().print(ReportDocument.text(window.reportFile().report()));
            out().flush();
        }
    }
}
