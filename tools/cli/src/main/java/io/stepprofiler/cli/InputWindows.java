package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.report.faces.ReportFile;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

/** Reads the windows of files, each once even if a directory has one in several formats. */
final class InputWindows {
    /** Receiver of the windows of reports, by their index. */
    @FunctionalInterface
    interface OfReport {
        void take(InputFile file, ReportFile report, int window);
    }

    /** Receiver of a trace, which is closed afterwards: only one is in memory at a time. */
    @FunctionalInterface
    interface OfTrace {
        void take(InputFile file, ImportedTrace opened) throws IOException;
    }

    private final WindowIndex seen = new WindowIndex();
    private final ReadLimits limits;
    private final CommandLine line;

    InputWindows(ReadLimits limits, CommandLine line) {
        this.limits = limits;
        this.line = line;
    }

    /**
     * Reads files in their order, without windows that were read before; returns the number of unreadable files in
     * directories that were left out.
     */
    int read(List<InputFile> files, OfReport reports, OfTrace traces) throws IOException {
        return ReadFiles.each(
                files,
                file -> {
                    if (file.isReport()) {
                        readReport(file, reports);
                    } else {
                        readTrace(file, traces);
                    }
                },
                line);
    }

    private void readReport(InputFile file, OfReport reports) throws IOException {
        ReportFile read = ReportFile.read(file.path());
        List<WindowReport> windows = read.report().windows();
        for (int i = 0; i < windows.size(); i++) {
            WindowReport window = windows.get(i);
            String id = window.run().traceId();
            long startEpochNanos = window.run().startEpochNanos();
            if (seen.isFirst(file, id, startEpochNanos)) {
                reports.take(file, read, i);
                seen.add(file, id, startEpochNanos);
            }
        }
    }

    private void readTrace(InputFile file, OfTrace traces) throws IOException {
        try (ImportedTrace opened = Input.open(file.path(), limits, ImportOptions.DEFAULT, line)) {
            Trace trace = opened.trace();
            if (seen.isFirst(file, trace.id(), trace.start().epochNanos())) {
                traces.take(file, opened);
                seen.add(file, trace.id(), trace.start().epochNanos());
            }
        }
    }
}
