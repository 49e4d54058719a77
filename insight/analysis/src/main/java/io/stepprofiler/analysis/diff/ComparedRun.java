package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.WindowReport;
import java.util.List;

/**
 * One run of a program, with all windows of all its ranks. A run is one sample, since steps of a process are not
 * independent of each other.
 *
 * @param name source of its windows
 * @param windows its windows, ordered by time
 */
public record ComparedRun(String name, List<WindowReport> windows) {
    /**
     * {@return the runs to which some windows belong}
     *
     * <p>Windows of one process are one run. So are windows of the ranks of one job, which run at the same time. If a
     * window does not name its process, the windows of one file are one run.
     *
     * @param windows the windows, in any order
     */
    public static List<ComparedRun> of(List<WindowReport> windows) {
        return Runs.of(windows);
    }
}
