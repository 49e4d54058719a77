package io.stepprofiler.fleet.change;

import java.util.List;

/**
 * Changes of one figure over the runs.
 *
 * @param metric name of the figure
 * @param runs number of runs that were searched, the latest ones
 * @param isEnough false if the runs are too few for a search, so that there may be changes
 * @param changes the changes, in order
 */
public record SeriesChanges(String metric, int runs, boolean isEnough, List<RunChange> changes) {
    /** Copies the list. */
    public SeriesChanges {
        changes = List.copyOf(changes);
    }
}
