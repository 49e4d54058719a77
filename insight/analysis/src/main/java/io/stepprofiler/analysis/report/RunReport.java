package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.RunDiagnosis;
import io.stepprofiler.analysis.run.LedgerSteps;
import io.stepprofiler.analysis.run.LedgerSteps.StepRange;
import io.stepprofiler.ledger.StepLedger;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Report of a whole run, by its step ledger.
 *
 * @param host name of the machine; empty if not known
 * @param pid number of the process; 0 if not known
 * @param rank number of the worker; -1 if the process is not known to be a worker
 * @param steps all steps
 * @param findings findings about them
 */
public record RunReport(String host, long pid, int rank, LedgerSteps steps, List<Finding> findings) {
    /** Copies the list. */
    public RunReport {
        findings = List.copyOf(findings);
    }

    /**
     * {@return whether a window is of this process}
     *
     * @param window the window
     */
    public boolean isOf(WindowReport window) {
        return window.run().pid() == pid && window.run().host().equals(host);
    }

    /** Returns true if the steps do not get slower over the run. */
    boolean isSteady() {
        return findings.stream().noneMatch(each -> each.rule().equals(RunRules.GROWING.id));
    }

    /** Returns this report without findings that the load of the machine in its windows may explain. */
    RunReport among(List<RunDiagnosis.Window> windows) {
        return windows.isEmpty()
                ? this
                : new RunReport(host, pid, rank, steps, RunDiagnosis.undisturbed(windows, findings));
    }

    /**
     * {@return the report of a ledger}
     *
     * @param ledger the ledger
     * @param windows the windows of the report, of any process
     */
    public static RunReport of(StepLedger ledger, List<WindowReport> windows) {
        LedgerSteps steps = LedgerSteps.of(ledger, ranges(ledger, windows));
        return new RunReport(
                ledger.run().process().host(),
                ledger.run().process().pid(),
                ledger.run().rank().orElse(-1),
                steps,
                RunRules.check(steps));
    }

    // W11: by the windows of the report, since the ledger's flags also mark windows that were thrown away.
    private static List<StepRange> ranges(StepLedger ledger, List<WindowReport> windows) {
        return windows.stream()
                .filter(window -> window.run().pid() == ledger.run().process().pid()
                        && window.run().host().equals(ledger.run().process().host())
                        && window.run().startEpochNanos()
                                >= ledger.run().start().knownEpochNanos()
                        && !window.isWhole()
                        && !window.steps().numbers().isEmpty())
                .map(window -> new StepRange(
                        Collections.min(window.steps().numbers()),
                        Collections.max(window.steps().numbers())))
                .distinct()
                .sorted(Comparator.comparingLong(StepRange::first))
                .toList();
    }
}
