package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.report.WindowBlocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The windows of files and directories that a comparison is made of. */
final class RunFiles {
    /**
     * What was read.
     *
     * @param windows reports of the windows
     * @param flames what is known of them besides, in the same order: their flame graphs, if these are asked for
     */
    record Read(List<WindowReport> windows, List<WindowBlocks> flames) {}

    private final Limits limits;
    private final CommandLine line;

    RunFiles(Limits limits, CommandLine line) {
        this.limits = limits;
        this.line = line;
    }

    /** Their windows, called by their paths: files of several runs may have one name. */
    List<WindowReport> read(List<Path> files) throws IOException {
        return read(files, false).windows;
    }

    /** The same with their flame graphs, if these are asked for. */
    Read read(List<Path> files, boolean withFlames) throws IOException {
        List<WindowReport> windows = new ArrayList<>();
        List<WindowBlocks> flames = new ArrayList<>();
        new InputWindows(limits, line)
                .read(
                        InputFiles.of(files),
                        (input, window, blocks) -> {
                            windows.add(window.withRun(
                                    window.run().withSource(input.path().toString())));
                            flames.add(blocks);
                        },
                        (input, opened) -> {
                            Input.tellMissing(opened, line);
                            String name = input.path().toString();
                            StepReport.Source source = new StepReport.Source(name, opened.trace(), opened.missing());
                            WindowReport window = StepReport.window(source, RuleSet.all(), 1);
                            windows.add(window);
                            flames.add(withFlames ? WindowBlocks.ofFlames(opened.trace(), window) : WindowBlocks.NONE);
                        });
        return new Read(windows, flames);
    }
}
