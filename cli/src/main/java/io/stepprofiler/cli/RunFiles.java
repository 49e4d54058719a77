package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The windows of files and directories that a comparison is made of. */
final class RunFiles {
    private final Limits limits;
    private final CommandLine line;

    RunFiles(Limits limits, CommandLine line) {
        this.limits = limits;
        this.line = line;
    }

    /** Their windows, called by their paths: files of several runs may have one name. */
    List<WindowReport> read(List<Path> files) throws IOException {
        List<WindowReport> windows = new ArrayList<>();
        new InputWindows(limits, line)
                .read(
                        InputFiles.of(files),
                        (input, window, blocks) -> windows.add(window.withRun(
                                window.run().withSource(input.path().toString()))),
                        (input, opened) -> {
                            Input.tellMissing(opened, line);
                            String name = input.path().toString();
                            StepReport.Source source = new StepReport.Source(name, opened.trace(), opened.missing());
                            windows.add(StepReport.window(source, RuleSet.all(), 1));
                        });
        return windows;
    }
}
