package io.stepprofiler.averages;

import io.stepprofiler.averages.KeyAverage.Durations;

/** The durations of the events of each group. */
interface GroupDurations {
    /** Makes room for {@code counts[group]} durations of each group: for each of them, unless they are too many. */
    static GroupDurations of(int[] counts) {
        long all = 0;
        for (int count : counts) {
            all += count;
        }
        return all <= Averager.MOST_KEPT ? new DurationLists(counts) : new DurationCounts(counts);
    }

    void add(int group, long duration);

    int count(int group);

    void addTo(DurationHistogram histogram, int group);

    /** Sums up a group; not twice. */
    Durations summary(int group);
}
