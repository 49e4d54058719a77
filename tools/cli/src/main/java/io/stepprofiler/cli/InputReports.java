package io.stepprofiler.cli;

import io.stepprofiler.analysis.report.RunReport;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.TraceLedger;
import io.stepprofiler.analysis.report.TraceRun;
import io.stepprofiler.analysis.report.WindowLedger;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.cli.InputFiles.InputFile;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.report.faces.RunLedgers;
import io.stepprofiler.report.faces.WindowBlocks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * Window reports of files: a report file contains them, and from a trace one is made. Traces are read one after the
 * other, so that only one is in memory at a time.
 *
 * @param windows the windows
 * @param blocks additional parts of a page for each window, in the same order
 * @param runs the runs of the windows whose steps are known, by a step ledger beside a file or else by a report
 * @param ledgers step ledgers of the processes of the windows that are ranks: those beside the files, else made of
 *     the windows
 * @param exitCode exit code of the command that read them
 * @param leftOut number of files in directories that cannot be read and are left out
 */
record InputReports(
        List<WindowReport> windows,
        List<WindowBlocks> blocks,
        List<RunReport> runs,
        List<StepLedger> ledgers,
        int exitCode,
        int leftOut) {
    /** Source of the additional parts of a page for the window of a trace. */
    @FunctionalInterface
    interface Blocks {
        Blocks NONE = (trace, window) -> WindowBlocks.NONE;

        WindowBlocks of(Trace trace, WindowReport window);
    }

    /**
     * Reads files in their order.
     *
     * @param count expected number of windows; more windows mean shorter lists for each
     * @param named names a window by its file
     */
    static InputReports read(
            List<InputFile> inputs,
            RuleSet rules,
            int count,
            BiFunction<InputFile, WindowReport, WindowReport> named,
            Blocks blocksOf,
            ReadLimits limits,
            CommandLine line)
            throws IOException {
        List<WindowReport> windows = new ArrayList<>();
        List<WindowBlocks> blocks = new ArrayList<>();
        List<RunReport> inReports = new ArrayList<>();
        List<StepLedger> ofWindows = new ArrayList<>();
        int[] exitCode = {ExitCode.DONE};
        int leftOut = new InputWindows(limits, line)
                .read(
                        inputs,
                        (input, report, index) -> {
                            WindowReport window =
                                    named.apply(input, report.report().windows().get(index));
                            windows.add(window);
                            ofWindows.add(WindowLedger.of(window));
                            blocks.add(report.blocks().get(index));
                            inReports.addAll(report.report().runs());
                        },
                        (input, opened) -> {
                            exitCode[0] = Math.max(exitCode[0], Input.tellMissing(opened, line));
                            StepReport.Source source =
                                    new StepReport.Source(input.name(), opened.trace(), opened.missing());
                            WindowReport window = named.apply(input, StepReport.window(source, rules, count));
                            WindowBlocks shown = blocksOf.of(opened.trace(), window);
                            if (window.run().rank() >= 0 && inputs.size() > 1) {
                                ofWindows.add(ledger(opened.trace(), window));
                            }
                            windows.add(window);
                            blocks.add(shown);
                        });
        int code = leftOut > 0 ? ExitCode.INCOMPLETE : ExitCode.DONE;
        Map<ProcessInfo, StepLedger> beside = beside(inputs, windows, unread -> {
            ReadFiles.leaveOut(unread, line);
            exitCode[0] = Math.max(exitCode[0], ExitCode.INCOMPLETE);
        });
        return new InputReports(
                windows,
                blocks,
                runs(beside.values(), inReports),
                Stream.concat(
                                beside.values().stream(),
                                ofWindows.stream().filter(each -> !beside.containsKey(process(each))))
                        .toList(),
                Math.max(exitCode[0], code),
                leftOut);
    }

    private static StepLedger ledger(Trace trace, WindowReport window) {
        return TraceLedger.of(
                trace,
                TraceRun.of(trace).withRank(window.run().rank(), window.run().worldSize()));
    }

    /** Returns the step ledgers beside the files, by process. */
    private static Map<ProcessInfo, StepLedger> beside(
            List<InputFile> inputs, List<WindowReport> windows, Consumer<IOException> unread) throws IOException {
        Map<ProcessInfo, StepLedger> byProcess = new LinkedHashMap<>();
        for (Path directory : inputs.stream()
                .map(input -> input.path().toAbsolutePath().getParent())
                .filter(Objects::nonNull)
                .distinct()
                .toList()) {
            RunLedgers.of(directory, windows, unread).forEach(ledger -> byProcess.put(process(ledger), ledger));
        }
        return byProcess;
    }

    private static List<RunReport> runs(Collection<StepLedger> beside, List<RunReport> inReports) {
        Map<ProcessInfo, RunReport> byProcess = new LinkedHashMap<>();
        beside.forEach(ledger -> byProcess.put(process(ledger), RunReport.of(ledger)));
        inReports.forEach(run -> byProcess.putIfAbsent(new ProcessInfo(run.pid(), run.host()), run));
        return List.copyOf(byProcess.values());
    }

    private static ProcessInfo process(StepLedger ledger) {
        ProcessInfo process = ledger.run().process();
        return new ProcessInfo(process.pid(), process.host());
    }
}
