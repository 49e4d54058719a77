package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.comparison.Replication.Item;
import io.stepprofiler.fleet.comparison.Replication.Repeated;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Search for several slow items among their peers, of which no single one can have positions that are too high for
 * chance, because the others are as slow. They are found by a gap: the items divide into slower and usual ones, and
 * each window divides them in the same way.
 */
final class SlowGroup {
    private static final double RATE = 0.01;

    /** Part of the figures in single windows that are on the right side of the gap, if there are many. */
    private static final double RIGHT = 0.95;

    /** Largest part of the items: if nearly all are slow, the others are fast. */
    private static final double MOST = 0.75;

    private final List<Item> sorted;
    private final int windows;

    private SlowGroup(List<Item> peers) {
        sorted = peers.stream()
                .sorted(Comparator.comparingLong(SlowGroup::median))
                .toList();
        windows = peers.get(0).windowNanos().size();
    }

    /** Returns the slow items of a group of peers; none if the peers are of one kind. */
    static List<Repeated> of(List<Item> peers) {
        return peers.size() < 4 ? List.of() : new SlowGroup(peers).found();
    }

    private static long median(Item item) {
        return Quantiles.median(item.windowNanos().stream().mapToLong(Long::longValue));
    }

    private List<Repeated> found() {
        int size = sorted.size();
        int lowest = Math.max(2, (int) Math.ceil(size * (1 - MOST)));
        int first = IntStream.range(lowest, size - 1)
                .boxed()
                .max(Comparator.comparingLong(i -> median(sorted.get(i)) - median(sorted.get(i - 1))))
                .orElse(size);
        if (first >= size - 1) {
            return List.of();
        }
        long usual = middle(0, first);
        long gap = median(sorted.get(first)) - median(sorted.get(first - 1));
        double probability = (size - 1 - lowest) * Math.pow(ways(size, first), 1 - windows);
        boolean isGap = gap >= Replication.LEAST_EXCESS * usual && 2 * gap >= middle(first, size) - usual;
        return isGap && probability <= RATE && isInAllWindows(first)
                ? sorted.subList(first, size).stream()
                        .map(item -> new Repeated(item.id(), probability, median(item) - usual, usual))
                        .toList()
                : List.of();
    }

    private long middle(int from, int to) {
        return Quantiles.median(IntStream.range(from, to).mapToLong(i -> median(sorted.get(i))));
    }

    private boolean isInAllWindows(int first) {
        int size = sorted.size();
        int right = 0;
        for (int window = 0; window < windows; window++) {
            int at = window;
            long usual = Quantiles.median(IntStream.range(0, first).mapToLong(i -> nanos(i, at)));
            long slow = Quantiles.median(IntStream.range(first, size).mapToLong(i -> nanos(i, at)));
            if (slow - usual < Replication.LEAST_EXCESS * usual) {
                return false;
            }
            right += (int) IntStream.range(0, size)
                    .filter(i -> i < first == nanos(i, at) < (usual + slow) / 2)
                    .count();
        }
        return right >= (size < 16 ? 1 : RIGHT) * size * windows;
    }

    private long nanos(int item, int window) {
        return sorted.get(item).windowNanos().get(window);
    }

    /** Returns the number of ways to choose some of all items. */
    private static double ways(int all, int some) {
        double ways = 1;
        for (int i = 0; i < Math.min(some, all - some); i++) {
            ways = ways * (all - i) / (i + 1);
        }
        return ways;
    }
}
