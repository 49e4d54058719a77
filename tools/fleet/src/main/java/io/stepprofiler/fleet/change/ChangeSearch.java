package io.stepprofiler.fleet.change;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Search of one series for changes. First it divides the series at every split that is significant on a loose level,
 * because a split can be hidden by a later one; then it removes the least significant split, judged between its
 * neighbours, until all are significant on a strict level. Not safe for threads.
 */
final class ChangeSearch {
    private static final double LOOSE = 0.05;
    private static final double STRICT = 0.01;
    private static final int DRAWS = 999;
    private static final double ROUNDING = 1e-9;

    private final double[] values;
    private final int seed;
    private final Map<Segment, TestedSplit> tested = new HashMap<>();

    ChangeSearch(double[] values, int seed) {
        this.values = values;
        this.seed = seed;
    }

    private record Segment(int from, int to) {}

    /**
     * A split of the series and its significance.
     *
     * @param at index of the first value after the split
     * @param probability probability of a split at least this clear in a series without a change
     */
    record TestedSplit(int at, double probability) {}

    boolean isEnough() {
        return values.length >= 2 * EnergySplit.LEAST;
    }

    /** Returns the significant splits, in order. */
    List<TestedSplit> splits() {
        NavigableSet<Integer> splits = new TreeSet<>();
        divide(0, values.length, splits);
        List<TestedSplit> found = between(splits);
        while (!found.isEmpty()) {
            TestedSplit weakest = Collections.max(found, Comparator.comparingDouble(TestedSplit::probability));
            if (weakest.probability <= STRICT) {
                break;
            }
            splits.remove(weakest.at);
            found = between(splits);
        }
        return found;
    }

    /** Returns the probability of the clearest split of the whole series; 1 if there are too few values for a split. */
    double probability() {
        return isEnough() ? test(0, values.length).probability : 1;
    }

    /** Returns the splits with their significance between their neighbours. */
    private List<TestedSplit> between(NavigableSet<Integer> splits) {
        return splits.stream()
                .map(split -> {
                    Integer from = splits.lower(split);
                    Integer to = splits.higher(split);
                    TestedSplit clearest = test(from == null ? 0 : from, to == null ? values.length : to);
                    return new TestedSplit(split, clearest.probability);
                })
                .toList();
    }

    private void divide(int from, int to, NavigableSet<Integer> splits) {
        if (to - from < 2 * EnergySplit.LEAST) {
            return;
        }
        TestedSplit split = test(from, to);
        if (split.probability <= LOOSE) {
            splits.add(split.at);
            divide(from, split.at, splits);
            divide(split.at, to, splits);
        }
    }

    private TestedSplit test(int from, int to) {
        return tested.computeIfAbsent(new Segment(from, to), this::test);
    }

    private TestedSplit test(Segment segment) {
        double[] part = Arrays.copyOfRange(values, segment.from, segment.to);
        EnergySplit split = EnergySplit.of(part);
        UnchangedSeries unchanged = UnchangedSeries.like(part, split);
        SplittableRandom random = new SplittableRandom((long) seed << Integer.SIZE | 31L * segment.from + segment.to);
        int clearer = 0;
        for (int i = 0; i < DRAWS; i++) {
            double statistic = EnergySplit.of(unchanged.draw(random)).statistic();
            clearer += statistic >= split.statistic() * (1 - ROUNDING) ? 1 : 0;
        }
        return new TestedSplit(segment.from + split.at(), (1.0 + clearer) / (1 + DRAWS));
    }
}
