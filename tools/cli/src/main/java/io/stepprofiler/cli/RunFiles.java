package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.report.faces.WindowBlocks;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

/** Reader of the windows for a comparison. */
record RunFiles(ReadLimits limits, CommandLine line) {
    /** Reads windows, with flame graphs on request, and names them by path: files of several runs may share a name. */
    InputReports read(List<InputFile> files, boolean withFlames) throws IOException {
        return InputReports.read(
                files,
                RuleSet.all(),
                1,
                RunFiles::byPath,
                withFlames ? WindowBlocks::ofFlames : InputReports.Blocks.NONE,
                limits,
                line);
    }

    private static WindowReport byPath(InputFile input, WindowReport window) {
        return window.withRun(window.run().withSource(input.path().toString()));
    }
}
