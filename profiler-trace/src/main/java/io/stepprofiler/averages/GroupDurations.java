package io.stepprofiler.averages;

import io.stepprofiler.averages.AverageRow.Durations;

/** The durations of the events of each group. */
interface GroupDurations {
    void add(int group, long duration);

    long count(int group);

    /** Sums up a group, once all durations were added. */
    Durations summary(int group);

    void addTo(DurationHistogram histogram, int group);
}
