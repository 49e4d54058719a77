package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.WindowReport;
import java.util.List;

/**
 * One run of a program: all of its windows together, of all its ranks. It is what counts as one sample, for steps of a
 * process are not independent of each other.
 *
 * @param name what its windows were read from
 * @param windows its windows, in the order of time
 */
public record ComparedRun(String name, List<WindowReport> windows) {
    /**
     * {@return the runs that some windows are of}
     *
     * <p>Windows of one process are one run, and so are those of the ranks of one job, which go on at the same time.
     * Where a window does not say of which process it is, those of one file are one run.
     *
     * @param windows the windows, in any order
     */
    public static List<ComparedRun> of(List<WindowReport> windows) {
        return Runs.of(windows);
    }
}
