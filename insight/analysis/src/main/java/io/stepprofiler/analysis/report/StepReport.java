package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.analysis.rules.RunDiagnosis;
import io.stepprofiler.analysis.rules.RunVerdict;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.trace.Trace;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Report of one or several windows of a run, or of its ranks, as pure data.
 *
 * @param version version of this data format; {@link #VERSION} for reports of this code
 * @param windows the windows, in the order in which they were given
 * @param ranks findings about the ranks of the windows, the most important first; empty if they were not compared, or
 *     without findings
 * @param runs all steps of the runs whose step ledgers are known
 * @param verdicts the verdict of each process, by all its windows
 */
public record StepReport(
        int version, List<WindowReport> windows, List<Finding> ranks, List<RunReport> runs, List<RunVerdict> verdicts) {
    /**
     * Version of the data that this code writes and reads. It changes if a reader of the old version would misread the
     * data.
     */
    public static final int VERSION = 1;

    /** Copies the lists. */
    public StepReport {
        windows = List.copyOf(windows);
        ranks = List.copyOf(ranks);
        runs = List.copyOf(runs);
        verdicts = List.copyOf(verdicts);
    }

    /**
     * Creates a report without a comparison of ranks, and without whole runs.
     *
     * @param version version of this data format
     * @param windows the windows
     */
    public StepReport(int version, List<WindowReport> windows) {
        this(version, windows, List.of(), List.of(), verdicts(windows, List.of()));
    }

    /**
     * {@return the report of one window by all available rules, or of its last steps; see {@link Source#of}}
     *
     * <p>Takes several passes over the events; see {@link WindowAnalysis}.
     *
     * @param trace the window
     * @throws IllegalStateException if a report of its last step may take more than a quarter of the heap
     */
    public static StepReport of(Trace trace) {
        return of(List.of(Source.of(trace)), RuleSet.all());
    }

    /**
     * {@return the report of some windows}
     *
     * @param sources the windows, in the order in which they are shown
     * @param rules rules that check the windows
     */
    public static StepReport of(List<Source> sources, RuleSet rules) {
        return new StepReport(
                VERSION,
                sources.stream()
                        .map(source -> window(source, rules, sources.size()))
                        .toList());
    }

    /**
     * {@return this report with findings about its ranks}
     *
     * @param findings the findings, the most important first
     */
    public StepReport withRanks(List<Finding> findings) {
        return new StepReport(version, windows, findings, runs, verdicts);
    }

    /**
     * {@return this report with all steps of its runs, and the verdicts by them} A window's steps get slower only if the
     * run does.
     *
     * @param others the runs
     */
    public StepReport withRuns(List<RunReport> others) {
        List<WindowReport> checked = windows.stream()
                .map(window -> others.stream().anyMatch(run -> run.isOf(window) && run.isSteady())
                        ? window.inSteadyRun()
                        : window)
                .toList();
        List<RunReport> known =
                others.stream().map(run -> run.among(ofRun(checked, run))).toList();
        return new StepReport(version, checked, ranks, known, verdicts(checked, known));
    }

    private static List<RunDiagnosis.Window> ofRun(List<WindowReport> windows, RunReport run) {
        return ofRun(
                windows,
                IntStream.range(0, windows.size())
                        .filter(position -> run.isOf(windows.get(position)))
                        .boxed()
                        .toList());
    }

    /** A copy of a file is no further window of the run. */
    private static List<RunDiagnosis.Window> ofRun(List<WindowReport> windows, List<Integer> positions) {
        Set<List<Object>> seen = new HashSet<>();
        return positions.stream()
                .filter(position -> seen.add(List.of(
                        windows.get(position).run().withSource(""),
                        windows.get(position).steps(),
                        windows.get(position).stepTime())))
                .map(position -> new RunDiagnosis.Window(
                        position,
                        windows.get(position).diagnosis(),
                        windows.get(position).stepTime().count(),
                        windows.get(position).stepTime().sum()))
                .toList();
    }

    private static List<RunVerdict> verdicts(List<WindowReport> windows, List<RunReport> runs) {
        return IntStream.range(0, windows.size())
                .boxed()
                .collect(Collectors.groupingBy(
                        position -> windows.get(position).run().process(), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(positions -> diagnosis(windows, runs, positions).verdict())
                .toList();
    }

    /**
     * {@return the joined findings about some windows of one run}
     *
     * @param positions positions of the windows, such as of a verdict; one or more, except positions past the last
     *     window of a shortened report
     */
    public RunDiagnosis diagnosis(List<Integer> positions) {
        return diagnosis(windows, runs, positions);
    }

    private static RunDiagnosis diagnosis(List<WindowReport> windows, List<RunReport> runs, List<Integer> positions) {
        return RunDiagnosis.of(
                ofRun(windows, positions),
                runs.stream()
                        .filter(run -> run.isOf(windows.get(positions.get(0))))
                        .findFirst()
                        .map(RunReport::findings));
    }

    /**
     * {@return the report of one of several windows, with shorter lists for more windows}
     *
     * @param source the window
     * @param rules rules that check the window
     * @param count number of windows in the whole report, 1 or more
     */
    public static WindowReport window(Source source, RuleSet rules, int count) {
        return new WindowReporter(source, rules, ReportLimits.of(count)).report();
    }

    /**
     * Window to report on.
     *
     * @param name source of the window, such as a file name; empty if the process itself reported it
     * @param window the window
     * @param missing known losses of the window, a sentence each
     */
    public record Source(String name, WindowAnalysis window, List<String> missing) {
        private static final int PART_OF_HEAP = 4;

        /** Copies the list. */
        public Source {
            missing = List.copyOf(missing);
        }

        /**
         * {@return a window, or its last steps if a report of all may take more than a quarter of the heap}
         *
         * @param trace the window
         * @throws IllegalStateException if a report of its last step may take more
         */
        public static Source of(Trace trace) {
            return FittingSteps.of(trace, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
        }
    }
}
