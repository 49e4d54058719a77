package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.Run;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.report.ReportFile;
import io.stepprofiler.trace.Trace;
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

    /** Each window once, also where a directory has it in several formats; one trace is in memory at a time. */
    List<WindowReport> read(List<Path> files) throws IOException {
        List<WindowReport> windows = new ArrayList<>();
        SeenWindows seen = new SeenWindows();
        for (InputFile input : InputFiles.of(files)) {
            if (input.isReport()) {
                for (WindowReport window :
                        ReportFile.read(input.path()).report().windows()) {
                    Run run = window.run();
                    if (seen.isFirst(input, run.traceId(), run.startEpochNanos())) {
                        windows.add(named(window, input.path()));
                    }
                }
                continue;
            }
            try (ImportedTrace opened = Input.open(input.path(), limits, ImportOptions.DEFAULT, line)) {
                Trace trace = opened.trace();
                if (seen.isFirst(input, trace.id(), trace.start().epochNanos())) {
                    Input.tellMissing(opened, line);
                    String name = input.path().toString();
                    StepReport.Source source = new StepReport.Source(name, trace, opened.missing());
                    windows.add(StepReport.window(source, RuleSet.all(), 1));
                }
            }
        }
        return windows;
    }

    /** By its path: files of several runs may have one name. */
    private static WindowReport named(WindowReport window, Path file) {
        Run run = window.run();
        return window.withRun(new Run(
                file.toString(),
                run.traceId(),
                run.host(),
                run.pid(),
                run.rank(),
                run.worldSize(),
                run.startEpochNanos(),
                run.durationNanos(),
                run.isPartial(),
                run.facts()));
    }
}
