package io.stepprofiler.averages;

import io.stepprofiler.averages.KeyAverage.Durations;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The durations of the events of each group, of so many events that not all can be kept: each of those of small groups, and of
 * the others how many there are of each magnitude, so that their percentiles are within 1.6 %.
 */
final class DurationCounts implements GroupDurations {
    /** A group of more events takes less memory counted than listed. */
    private static final int MOST_LISTED = 2048;

    private final int[] counts;
    private final DurationLists small;
    private final long[] @Nullable [] dense;
    private final long[] sums;
    private final long[] least;
    private final long[] most;

    DurationCounts(int[] counts) {
        this.counts = counts;
        small = new DurationLists(Arrays.stream(counts)
                .map(count -> count <= MOST_LISTED ? count : 0)
                .toArray());
        dense = new long[counts.length][];
        sums = new long[counts.length];
        least = new long[counts.length];
        most = new long[counts.length];
        for (int group = 0; group < counts.length; group++) {
            if (counts[group] > MOST_LISTED) {
                dense[group] = new long[DurationHistogram.BUCKETS];
                least[group] = Long.MAX_VALUE;
            }
        }
    }

    @Override
    public void add(int group, long duration) {
        long[] buckets = dense[group];
        if (buckets == null) {
            small.add(group, duration);
            return;
        }
        buckets[DurationHistogram.bucket(duration)]++;
        sums[group] += duration;
        least[group] = Math.min(least[group], duration);
        most[group] = Math.max(most[group], duration);
    }

    @Override
    public int count(int group) {
        return counts[group];
    }

    @Override
    public void addTo(DurationHistogram histogram, int group) {
        long[] buckets = dense[group];
        if (buckets == null) {
            small.addTo(histogram, group);
        } else {
            histogram.add(buckets);
        }
    }

    @Override
    public Durations summary(int group) {
        if (dense[group] == null) {
            return small.summary(group);
        }
        DurationHistogram histogram = new DurationHistogram();
        addTo(histogram, group);
        return new Durations(
                sums[group], least[group], most[group], percentile(histogram, group, 50), percentile(histogram, group, 99));
    }

    private long percentile(DurationHistogram histogram, int group, int percent) {
        return Math.min(Math.max(histogram.percentile(percent), least[group]), most[group]);
    }
}
