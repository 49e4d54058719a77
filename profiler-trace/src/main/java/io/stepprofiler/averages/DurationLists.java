package io.stepprofiler.averages;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.averages.AverageRow.Durations;

/** The durations of the events of each group: sections of one array, which are filled after all have been counted. */
final class DurationLists implements GroupDurations {
    private final int[] first;
    private final int[] next;
    private final long[] durations;

    /** Makes room for {@code counts[group]} durations of each group. */
    DurationLists(int[] counts) {
        first = new int[counts.length + 1];
        for (int group = 0; group < counts.length; group++) {
            first[group + 1] = first[group] + counts[group];
        }
        next = first.clone();
        durations = new long[first[counts.length]];
    }

    @Override
    public void add(int group, long duration) {
        durations[next[group]++] = duration;
    }

    @Override
    public long count(int group) {
        return (long) first[group + 1] - first[group];
    }

    @Override
    public void addTo(DurationHistogram histogram, int group) {
        histogram.add(durations, first[group], first[group + 1]);
    }

    /** Rearranges the durations of the group. */
    @Override
    public Durations summary(int group) {
        int from = first[group];
        int to = first[group + 1];
        if (from == to) {
            return Durations.NONE;
        }
        long min = Long.MAX_VALUE;
        long max = 0;
        long sum = 0;
        for (int i = from; i < to; i++) {
            min = Math.min(min, durations[i]);
            max = Math.max(max, durations[i]);
            sum += durations[i];
        }
        int count = to - from;
        int middle = from + (int) Quantiles.rank(count, 50);
        long p50 = Selection.select(durations, from, to, middle);
        // No duration before the middle is larger than the median, so the rest suffices.
        long p99 = Selection.select(durations, middle, to, from + (int) Quantiles.rank(count, 99));
        return new Durations(sum, min, max, p50, p99);
    }
}
