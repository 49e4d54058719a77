package io.stepprofiler.analysis.rules;

import java.util.List;
import java.util.Optional;

/**
 * Findings about a run, joined from its windows and its step ledger, with the verdict.
 *
 * @param verdict the verdict
 * @param findings the findings, the most important first
 */
public record RunDiagnosis(RunVerdict verdict, List<RunFinding> findings) {
    /**
     * Finding about a run.
     *
     * @param finding the finding of the window that shows it best, with the mean gain over the time of all windows
     * @param windows number of windows that have it; 0 if it is about all steps of the run
     * @param parts findings that describe the same cost, or a consequence of it
     */
    public record RunFinding(Finding finding, int windows, List<Finding> parts) {
        /** Copies the list. */
        public RunFinding {
            parts = List.copyOf(parts);
        }
    }

    /**
     * Window of a run.
     *
     * @param position position of the window in the report
     * @param diagnosis its diagnosis
     * @param steps number of its complete steps
     * @param nanos time of these steps
     */
    public record Window(int position, Diagnosis diagnosis, int steps, long nanos) {}

    /** Copies the list. */
    public RunDiagnosis {
        findings = List.copyOf(findings);
    }

    /**
     * {@return the diagnosis of a run} Findings of the same rule and method in several windows are one; their gain is
     * the mean over the time of the windows, so that a cause in one short window weighs less than a cause in all.
     *
     * @param windows its windows, one or more
     * @param ofRun findings about all its steps; each replaces a finding of the same rule. Empty if only the windows are
     *     known
     */
    public static RunDiagnosis of(List<Window> windows, Optional<List<Finding>> ofRun) {
        return new DiagnosisJoin(windows, ofRun).diagnosis();
    }

    /**
     * {@return the findings about all steps of a run that hold although other programs used the processors} Steps can be
     * slow because of them, but not in a period, and not by processor time.
     *
     * @param windows windows of the run
     * @param ofRun findings about all its steps
     */
    public static List<Finding> undisturbed(List<Window> windows, List<Finding> ofRun) {
        return new DiagnosisJoin(windows, Optional.empty()).isDisturbed()
                ? ofRun.stream().filter(DiagnosisJoin::isUndisturbed).toList()
                : ofRun;
    }
}
