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
 * regardless of the memory of the values, because a change that is undone later looks like memory; then it removes the
 * least significant split, judged between its neighbours, until all are significant on a strict level. A change of a
 * few runs that is undone stays hidden. Not safe for threads.
 */
final class ChangeSearch {
    private static final double LOOSE = 0.05;
    private static final double STRICT = 0.01;

    private final double[] values;
    private final int seed;
    private final Map<Segment, Double> tested = new HashMap<>();

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
        return isEnough() ? test(0, values.length) : 1;
    }

    /** Returns the splits with their significance between their neighbours. */
    private List<TestedSplit> between(NavigableSet<Integer> splits) {
        return splits.stream()
                .map(split -> {
                    Integer from = splits.lower(split);
                    Integer to = splits.higher(split);
                    return new TestedSplit(split, test(from == null ? 0 : from, to == null ? values.length : to));
                })
                .toList();
    }

    private void divide(int from, int to, NavigableSet<Integer> splits) {
        if (to - from < 2 * EnergySplit.LEAST) {
            return;
        }
        double[] part = Arrays.copyOfRange(values, from, to);
        EnergySplit split = EnergySplit.of(part);
        if (SplitSignificance.withoutMemory(part, split, random(from, to)) <= LOOSE) {
            splits.add(from + split.at());
            divide(from, from + split.at(), splits);
            divide(from + split.at(), to, splits);
        }
    }

    /** Returns the significance of the clearest split of a segment. */
    private double test(int from, int to) {
        return tested.computeIfAbsent(new Segment(from, to), segment -> {
            double[] part = Arrays.copyOfRange(values, from, to);
            return SplitSignificance.of(part, EnergySplit.of(part), random(from, to));
        });
    }

    private SplittableRandom random(int from, int to) {
        return new SplittableRandom((long) seed << Integer.SIZE | 31L * from + to);
    }
}
