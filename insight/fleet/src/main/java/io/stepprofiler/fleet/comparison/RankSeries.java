package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Times of one rank above the medians of its peers in the same steps, in millionths of the medians: a function of the
 * rank's times and of these medians alone. Buckets of equally many steps have the median of their steps.
 */
final class RankSeries {
    /** Smallest episode, as a part of the peers' time in millionths. */
    static final long LEAST = 30_000;

    private static final int MILLION = 1_000_000;
    private static final int MOST = 1_000 * MILLION;
    private static final int UNKNOWN = Integer.MIN_VALUE;
    private static final int FEWEST_BUCKETS = 4;
    private static final int MOST_EPISODES = 8;

    /** Quantile of the buckets that is the usual level, also of a rank that is slow in most steps. */
    private static final double LEVEL = 0.1;

    /** Largest part of the steps: beyond, a rank is slow all the time. */
    private static final double LONGEST = 0.9;

    private static final double DEVIATIONS = 4;

    private final int[] above;
    private final int size;
    private final long[] buckets;
    private final long[] sums;
    private final long level;
    private final long threshold;

    /**
     * Steps of an episode of one rank.
     *
     * @param from the first step
     * @param to the step behind the last one
     * @param above median of the times above the peers', in millionths
     */
    record Part(int from, int to, long above) implements Serializable {
        int steps() {
            return to - from;
        }
    }

    /** A series of times, and of the peers' medians in the same steps. */
    RankSeries(long[] times, long[] usual, int bucketSteps) {
        above = above(times, usual);
        size = bucketSteps;
        buckets = IntStream.range(0, above.length / size)
                .mapToLong(bucket -> median(bucket * size, (bucket + 1) * size))
                .toArray();
        sums = new long[buckets.length + 1];
        for (int i = 0; i < buckets.length; i++) {
            sums[i + 1] = sums[i] + buckets[i];
        }
        level = Quantiles.of(Arrays.stream(buckets).sorted().toArray(), LEVEL);
        long jump = Quantiles.median(
                IntStream.range(1, buckets.length).mapToLong(i -> Math.abs(buckets[i] - buckets[i - 1])));
        threshold = Math.max(LEAST / 2, Math.round(DEVIATIONS * Quantiles.NORMAL / Math.sqrt(2) * jump));
    }

    private static int[] above(long[] times, long[] usual) {
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
        return Quantiles.median(
                Arrays.stream(above, from, to).filter(each -> each != UNKNOWN).asLongStream());
    }

    /** Returns the correlation of the noise with itself some steps later, whose outliers count as little as others. */
    static double correlation(long[] times, long[] usual, int lag) {
        int[] above = above(times, usual);
        long middle = Quantiles.median(
                Arrays.stream(above).filter(each -> each != UNKNOWN).asLongStream());
        long spread = 3
                * Quantiles.median(Arrays.stream(above)
                        .filter(each -> each != UNKNOWN)
                        .mapToLong(each -> Math.abs(each - middle)));
        double[] noise = Arrays.stream(above)
                .mapToDouble(each -> each == UNKNOWN ? 0 : Math.max(-spread, Math.min(spread, each - middle)))
                .toArray();
        double common = 0;
        double all = 0;
        for (int step = 0; step + lag < noise.length; step++) {
            common += noise[step] * noise[step + lag];
            all += noise[step] * noise[step];
        }
        return all == 0 ? 0 : common / all;
    }

    /** Returns the episodes by time: parts whose steps are above the usual level of the rank, and of its peers. */
    List<Part> episodes() {
        List<Part> found = new ArrayList<>();
        search(0, buckets.length, found);
        return found;
    }

    private void search(int begin, int end, List<Part> found) {
        long best = 0;
        long sum = 0;
        int start = begin;
        int from = begin;
        int to = begin;
        for (int i = begin; i < end; i++) {
            sum += clip(buckets[i] - level - threshold, 2 * threshold);
            if (sum > best) {
                best = sum;
                from = start;
                to = i + 1;
            } else if (sum < 0) {
                sum = 0;
                start = i + 1;
            }
        }
        if (to - from < FEWEST_BUCKETS || found.size() >= MOST_EPISODES) {
            return;
        }
        search(begin, from, found);
        Part part = refined(from, to);
        if (part.steps() >= Episode.FEWEST_STEPS
                && part.steps() <= LONGEST * above.length
                && part.above >= LEAST
                && part.above - level >= LEAST) {
            found.add(part);
        }
        search(to, end, found);
    }

    private Part refined(int from, int to) {
        long inside = median(from * size, to * size);
        long middle = (inside + level) / 2;
        int first = edge(from, middle, inside - middle, -1);
        int last = to == buckets.length ? above.length : edge(to, middle, inside - middle, 1);
        return new Part(first, last, median(first, last));
    }

    /** Returns the step near the begin of a bucket that divides steps below and above a level best. */
    private int edge(int bucket, long middle, long most, int sign) {
        int at = Math.max(0, (bucket - 1) * size);
        long sum = 0;
        long best = 0;
        for (int step = at; step < Math.min(above.length, (bucket + 1) * size); step++) {
            sum += above[step] == UNKNOWN ? 0 : sign * clip(above[step] - middle, most);
            if (sum > best) {
                best = sum;
                at = step + 1;
            }
        }
        return at;
    }

    private static long clip(long value, long most) {
        return Math.max(-most, Math.min(most, value));
    }

    /** Returns the mean of the buckets in each of some parts of an episode, at most one for each whole bucket. */
    long[] means(Part episode, int most) {
        int first = (episode.from + size - 1) / size;
        int count = Math.min(buckets.length, episode.to / size) - first;
        int parts = Math.min(most, count);
        return IntStream.range(0, Math.max(0, parts))
                .mapToLong(part -> {
                    int from = first + part * count / parts;
                    int to = first + (part + 1) * count / parts;
                    return (sums[to] - sums[from]) / (to - from);
                })
                .toArray();
    }
}
