package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import picocli.CommandLine;

/**
 * The windows of files as reports: those that a report has, and of a trace the one that is made of it. Traces are read
 * one after the other, so that one is in memory at a time.
 *
 * @param windows the windows
 * @param blocks what a page shows of them besides, in the same order
 * @param exitCode what a command that read them exits with
 * @param leftOut how many files of directories cannot be read, and are left out
 */
record InputReports(List<WindowReport> windows, List<WindowBlocks> blocks, int exitCode, int leftOut) {
    /** What a page shows of the window of a trace besides its report. */
    @FunctionalInterface
    interface Blocks {
        Blocks NONE = (trace, window) -> WindowBlocks.NONE;

        WindowBlocks of(Trace trace, WindowReport window);
    }

    /**
     * Reads files in their order.
     *
     * @param count how many windows there will be, which makes the lists of each shorter
     * @param named what a window is called here, by its file
     */
    static InputReports read(
            List<InputFile> inputs,
            RuleSet rules,
            int count,
            BiFunction<InputFile, WindowReport, WindowReport> named,
            Blocks blocksOf,
            Limits limits,
            CommandLine line)
            throws IOException {
        List<WindowReport> windows = new ArrayList<>();
        List<WindowBlocks> blocks = new ArrayList<>();
        int[] exitCode = {ExitCode.DONE};
        int leftOut = new InputWindows(limits, line)
                .read(
                        inputs,
                        (input, window, shown) -> {
                            windows.add(named.apply(input, window));
                            blocks.add(shown);
                        },
                        (input, opened) -> {
                            exitCode[0] = Math.max(exitCode[0], Input.tellMissing(opened, line));
                            StepReport.Source source =
                                    new StepReport.Source(input.name(), opened.trace(), opened.missing());
                            WindowReport window = named.apply(input, StepReport.window(source, rules, count));
                            WindowBlocks shown = blocksOf.of(opened.trace(), window);
                            windows.add(window);
                            blocks.add(shown);
                        });
        int code = leftOut > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
        return new InputReports(windows, blocks, Math.max(exitCode[0], code), leftOut);
    }
}
