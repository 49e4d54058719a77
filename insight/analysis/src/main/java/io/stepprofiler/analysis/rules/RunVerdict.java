package io.stepprofiler.analysis.rules;

import io.stepprofiler.analysis.rules.Diagnosis.Verdict;
import java.util.List;

/**
 * Verdict of a run, by all its windows and its step ledger.
 *
 * @param windows positions of its windows in the report
 * @param reservations sentences about disturbances of the measurement that a reader must know first; usually empty
 * @param verdict the main result
 * @param support number of the windows that show it, as a part of a sentence; empty if there is only one window
 */
public record RunVerdict(List<Integer> windows, List<String> reservations, Verdict verdict, String support) {
    /** Copies the lists. */
    public RunVerdict {
        windows = List.copyOf(windows);
        reservations = List.copyOf(reservations);
    }
}
