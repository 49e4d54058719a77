package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Times of one rank above the usual ones of its peers in the same steps, in millionths of these: a function of the rank's
 * times and of its peers' alone. Buckets of equally many steps have the median of their steps.
 */
final class RankSeries {
    private static final int MILLION = 1_000_000;
    private static final int MOST = 1_000 * MILLION;
    private static final int UNKNOWN = Integer.MIN_VALUE;

    /**
     * Quantile of the buckets that is the usual level, also of a rank that is slow in most steps. A rank that is faster than
     * its peers for a time is not slow in its other steps: the level is the peers' at least.
     */
    private static final double LEVEL = 0.1;

    /** Largest part of the steps: beyond, a rank is slow all the time. */
    private static final double LONGEST = 0.9;

    private final int[] above;
    private final int size;
    private final long[] buckets;
    private final long level;

    /**
     * Steps of an episode of one rank.
     *
     * @param from the first step
     * @param to the step behind the last one
     * @param above median of the times above the peers', in millionths
     * @param rise the same above the rank's usual level
     */
    record Part(int from, int to, long above, long rise) implements Serializable {
        int steps() {
            return to - from;
        }

        boolean isApartFrom(Part other) {
            return to <= other.from || other.to <= from;
        }
    }

    /** A series of times from {@link #above}. */
    RankSeries(int[] above, int bucketSteps) {
        this.above = above;
        size = bucketSteps;
        buckets = IntStream.range(0, above.length / size)
                .mapToLong(bucket -> median(bucket * size, (bucket + 1) * size))
                .toArray();
        level = Math.max(0, Quantiles.of(Arrays.stream(buckets).sorted().toArray(), LEVEL));
    }

    /** Returns times above the peers' usual ones in the same steps, for series of any buckets. */
    static int[] above(long[] times, long[] usual) {
        int[] above = new int[times.length];
        Arrays.setAll(
                above,
                step -> times[step] == FleetSteps.UNKNOWN || usual[step] <= 0
                        ? UNKNOWN
                        : (int) Math.min(MOST, (double) (times[step] - usual[step]) / usual[step] * MILLION));
        return above;
    }

    /** Returns the median of the known steps; 0, which is the peers', without any. */
    private long median(int from, int to) {
        if (to - from == 1) {
            return above[from] == UNKNOWN ? 0 : above[from];
        }
        return Quantiles.median(
                Arrays.stream(above, from, to).filter(each -> each != UNKNOWN).asLongStream());
    }

    /** Returns the greatest height of a bucket above the usual level. */
    long highest() {
        return height(Arrays.stream(buckets).max().orElse(level));
    }

    /** Returns the height above the usual level, in millionths of it, because noise is longer in longer steps. */
    private long height(long figure) {
        return (long) ((double) (figure - level) / (MILLION + level) * MILLION);
    }

    /** Returns the steps by time whose buckets, but for single ones between them, have at least some height. */
    List<Part> parts(long height) {
        List<Part> parts = new ArrayList<>();
        int from = -1;
        int to = -1;
        for (int bucket = 0; bucket <= buckets.length; bucket++) {
            if (bucket < buckets.length && height(buckets[bucket]) >= height) {
                from = from < 0 ? bucket : from;
                to = bucket + 1;
            } else if (from >= 0 && (bucket == buckets.length || bucket > to)) {
                parts.add(refined(from, to));
                from = -1;
            }
        }
        parts.removeIf(part -> part.steps() == 0 || part.steps() > LONGEST * above.length);
        return parts;
    }

    /** Returns the steps of some buckets, with the steps beside them that are like them, and without others. */
    private Part refined(int from, int to) {
        long inside = median(from * size, to * size);
        long middle = (inside + level) / 2;
        int first = edge(from, middle, inside - middle, -1);
        int last = edge(to, middle, inside - middle, 1);
        if (first >= last) {
            first = from * size;
            last = to * size;
        }
        long median = median(first, last);
        return new Part(first, last, median, median - level);
    }

    /** Returns the step near the begin of a bucket that divides steps below and above a level best. */
    private int edge(int bucket, long middle, long most, int sign) {
        if (size == 1) {
            return bucket;
        }
        int at = Math.max(0, (bucket - 1) * size);
        long sum = 0;
        long best = 0;
        for (int step = at; step < Math.min(above.length, (bucket + 1) * size); step++) {
            sum += above[step] == UNKNOWN ? 0 : sign * Math.max(-most, Math.min(most, above[step] - middle));
            if (sum > best) {
                best = sum;
                at = step + 1;
            }
        }
        return at;
    }
}
