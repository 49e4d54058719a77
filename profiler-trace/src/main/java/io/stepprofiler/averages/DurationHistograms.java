package io.stepprofiler.averages;

import io.stepprofiler.averages.AverageRow.Durations;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The durations of each group as figures and a histogram, for more events than can be kept one by one: percentiles are
 * within 1.6 %, other figures are exact.
 */
final class DurationHistograms implements GroupDurations {
    /** Number of groups with an array of all buckets, 15 kB each, in which counting is quick. */
    private static final int DENSE_GROUPS = 2000;

    private final long[] counts;
    private final long[] sums;
    private final long[] mins;
    private final long[] maxs;
    private final long[] @Nullable [] dense;
    private final @Nullable DurationHistogram[] sparse;
    private int denseCount;

    DurationHistograms(int groups) {
        counts = new long[groups];
        sums = new long[groups];
        mins = new long[groups];
        Arrays.fill(mins, Long.MAX_VALUE);
        maxs = new long[groups];
        dense = new long[groups][];
        sparse = new DurationHistogram[groups];
    }

    @Override
    public void add(int group, long duration) {
        counts[group]++;
        sums[group] += duration;
        mins[group] = Math.min(mins[group], duration);
        maxs[group] = Math.max(maxs[group], duration);
        long[] buckets = dense[group];
        if (buckets != null) {
            buckets[DurationHistogram.bucket(duration)]++;
        } else {
            addToNewOrSparse(group, duration);
        }
    }

    private void addToNewOrSparse(int group, long duration) {
        DurationHistogram histogram = sparse[group];
        if (histogram != null) {
            histogram.add(duration);
        } else if (denseCount < DENSE_GROUPS) {
            denseCount++;
            long[] buckets = new long[DurationHistogram.BUCKETS];
            buckets[DurationHistogram.bucket(duration)]++;
            dense[group] = buckets;
        } else {
            histogram = new DurationHistogram();
            histogram.add(duration);
            sparse[group] = histogram;
        }
    }

    @Override
    public long count(int group) {
        return counts[group];
    }

    @Override
    public void addTo(DurationHistogram histogram, int group) {
        long[] buckets = dense[group];
        DurationHistogram few = sparse[group];
        if (buckets != null) {
            histogram.add(buckets);
        } else if (few != null) {
            histogram.add(few);
        }
    }

    @Override
    public Durations summary(int group) {
        if (counts[group] == 0) {
            return Durations.NONE;
        }
        DurationHistogram histogram = new DurationHistogram();
        addTo(histogram, group);
        return new Durations(
                sums[group],
                mins[group],
                maxs[group],
                percentile(histogram, group, 50),
                percentile(histogram, group, 99));
    }

    /** Limited to the extremes, since the middle of a bucket may lie outside of its values. */
    private long percentile(DurationHistogram histogram, int group, int percent) {
        return Math.min(Math.max(histogram.percentile(percent), mins[group]), maxs[group]);
    }
}
