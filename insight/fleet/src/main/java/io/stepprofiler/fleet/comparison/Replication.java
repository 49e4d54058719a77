package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.amount.Search;
import io.stepprofiler.analysis.statistics.BenjaminiHochberg;
import io.stepprofiler.analysis.statistics.RankProduct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Test for items that are slower than their peers in window after window: noise does not come back, whatever its
 * distribution; a slow rank does. An item is found if its positions among the peers are too high for chance, at a false
 * discovery rate of 5 % over all tested items, and if its excess is large: 3 % of the usual time, and far beyond the
 * spread of the peers, because healthy machines differ all the time, too. Times are nanoseconds.
 *
 * @param tests number of tested items: others have too few peers to find any in this number of windows
 * @param found the found items
 */
record Replication(int tests, List<Repeated> found) {
    private static final double RATE = 0.05;
    static final double LEAST_EXCESS = 0.03;

    /** Deviations of the peers' excesses: 1 of 540 normal values is above. */
    static final double BEYOND = 2.9 * Quantiles.NORMAL;

    /** Among so few peers, the excess of a slow item widens their spread: each is compared with the others' spread. */
    private static final int FEW = 32;

    private static final int FEWEST_WINDOWS = 4;
    private static final int MOST_WINDOWS = 8;
    private static final int STEPS_OF_WINDOW = 5;

    /**
     * An item.
     *
     * @param id its number
     * @param peers number of its group of peers
     * @param usualNanos usual time of the peers
     * @param windowNanos its figure in each window, which is compared with the peers'
     */
    record Item(int id, int peers, long usualNanos, List<Long> windowNanos) {}

    /**
     * A found item.
     *
     * @param id its number
     * @param probability the p-value
     * @param excessNanos its excess over the peers' median in at least half of the windows
     * @param usualNanos usual time of the peers
     */
    record Repeated(int id, double probability, long excessNanos, long usualNanos) {}

    private record Tested(Repeated result, boolean isLarge) {}

    Replication {
        found = List.copyOf(found);
    }

    /**
     * Returns the number of windows: 4, or for few peers as many as can find one. More windows than needed would be
     * shorter than the disturbances of a machine, which then come back.
     */
    static int windows(int steps, int items, int peers) {
        int windows = FEWEST_WINDOWS;
        while (windows < MOST_WINDOWS
                && steps / (windows + 1) >= STEPS_OF_WINDOW
                && !isTestable(peers, windows, items)) {
            windows++;
        }
        return windows;
    }

    private static boolean isTestable(int peers, int windows, int items) {
        return new RankProduct(peers, windows).smallest() <= RATE / items;
    }

    /** Returns the found items. Takes time proportional to items times windows, times the logarithm of the items. */
    static Replication of(List<Item> items) {
        List<Tested> tested = new ArrayList<>();
        for (List<Item> peers : byPeers(items)) {
            if (isTestable(peers.size(), peers.get(0).windowNanos.size(), items.size())) {
                tested.addAll(test(peers));
            }
        }
        double bound = BenjaminiHochberg.bound(
                tested.stream().mapToDouble(each -> each.result.probability).toArray(), RATE);
        return new Replication(
                tested.size(),
                tested.stream()
                        .filter(each -> each.isLarge && each.result.probability <= bound)
                        .map(Tested::result)
                        .toList());
    }

    /** Returns the items by their groups of peers. */
    static Collection<List<Item>> byPeers(List<Item> items) {
        return items.stream()
                .collect(Collectors.groupingBy(Item::peers, TreeMap::new, Collectors.toList()))
                .values();
    }

    private static List<Tested> test(List<Item> peers) {
        int windows = peers.get(0).windowNanos.size();
        RankProduct product = new RankProduct(peers.size(), windows);
        long[][] sorted = IntStream.range(0, windows)
                .mapToObj(window -> peers.stream()
                        .mapToLong(item -> item.windowNanos.get(window))
                        .sorted()
                        .toArray())
                .toArray(long[][]::new);
        long[] excesses = peers.stream()
                .mapToLong(item -> Quantiles.median(IntStream.range(0, windows)
                        .mapToLong(window -> item.windowNanos.get(window) - Quantiles.of(sorted[window], 0.5))))
                .toArray();
        long ofAll = spread(excesses);
        return IntStream.range(0, excesses.length)
                .mapToObj(i -> {
                    Item item = peers.get(i);
                    long spread = excesses.length > FEW || excesses.length <= 2
                            ? ofAll
                            : spread(IntStream.range(0, excesses.length)
                                    .filter(other -> other != i)
                                    .mapToLong(other -> excesses[other])
                                    .toArray());
                    long[] positions = IntStream.range(0, windows)
                            .mapToLong(window -> position(sorted[window], item.windowNanos.get(window)))
                            .toArray();
                    return new Tested(
                            new Repeated(item.id, product.probability(positions), excesses[i], item.usualNanos),
                            excesses[i] >= LEAST_EXCESS * item.usualNanos && excesses[i] >= BEYOND * spread);
                })
                .toList();
    }

    /** Returns the median deviation from the median. */
    private static long spread(long[] excesses) {
        long middle = Quantiles.median(Arrays.stream(excesses));
        return Quantiles.median(Arrays.stream(excesses).map(excess -> Math.abs(excess - middle)));
    }

    /** Returns the number of values that are at least as large: the last position among equal ones, to be careful. */
    private static long position(long[] sorted, long value) {
        return (long) sorted.length - Search.below(value, sorted.length, sorted);
    }
}
