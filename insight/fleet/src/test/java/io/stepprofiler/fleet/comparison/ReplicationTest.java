package io.stepprofiler.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.fleet.comparison.Replication.Item;
import io.stepprofiler.fleet.comparison.Replication.Repeated;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicationTest {
    private static final long USUAL = 1_000_000;

    /** Peers with normal noise of 1 % in four windows; item 3 has another excess in each window. */
    private static List<Item> items(int count, long seed, double... excess) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count)
                .mapToObj(item -> new Item(
                        item,
                        0,
                        USUAL,
                        IntStream.range(0, 4)
                                .mapToObj(window -> Math.round(USUAL
                                        * (1
                                                + 0.01 * random.nextGaussian()
                                                + (item == 3 && excess.length > 0 ? excess[window] : 0))))
                                .toList()))
                .toList();
    }

    @Test
    void item_thatIsSlowInEachWindow_isFound() {
        Replication result = Replication.of(items(100, 1, 0.08, 0.08, 0.08, 0.08));

        assertThat(result.found()).extracting(Repeated::id).containsExactly(3);
        assertThat(result.found().get(0).excessNanos()).isBetween(60_000L, 90_000L);
        assertThat(result.found().get(0).probability()).isLessThan(1e-4);
        assertThat(result.tests()).isEqualTo(100);
    }

    @Test
    void item_thatIsSlowInOneWindow_isNotFound() {
        assertThat(Replication.of(items(100, 1, 0.5, 0, 0, 0)).found()).isEmpty();
    }

    @Test
    void item_withASmallExcess_isNotFoundHoweverSure() {
        List<Item> items = IntStream.range(0, 100)
                .mapToObj(item -> new Item(
                        item,
                        0,
                        USUAL,
                        LongStream.range(0, 4)
                                .mapToObj(window -> USUAL + (item == 3 ? USUAL * 29 / 1000 : item % 10))
                                .toList()))
                .toList();

        assertThat(Replication.of(items).found()).isEmpty();
    }

    @Test
    void item_isFoundAmongItsPeersOnly() {
        List<Item> items = new ArrayList<>(items(50, 1));
        for (Item item : items(50, 2)) {
            items.add(new Item(
                    50 + item.id(),
                    1,
                    2 * USUAL,
                    item.windowNanos().stream().map(nanos -> nanos + USUAL).toList()));
        }

        Replication result = Replication.of(items);

        assertThat(result.found()).isEmpty();
        assertThat(result.tests()).isEqualTo(100);
    }

    @Test
    void items_thatDifferAllTheTime_areFarFromTheSpreadOfTheirPeersOrNotFound() {
        List<Item> items = IntStream.range(0, 100)
                .mapToObj(item -> new Item(
                        item,
                        0,
                        USUAL,
                        List.of(
                                USUAL + 1000L * item,
                                USUAL + 1000L * item,
                                USUAL + 1000L * item,
                                USUAL + 1000L * item)))
                .toList();

        assertThat(Replication.of(items).found()).isEmpty();
    }

    @Test
    void item_amongFewPeers_isComparedWithTheSpreadOfTheOthers() {
        SplittableRandom random = new SplittableRandom(1);
        double[] excess = {0, -0.05, 0.17};
        List<Item> items = IntStream.range(0, 3)
                .mapToObj(item -> new Item(
                        item,
                        0,
                        USUAL,
                        IntStream.range(0, 8)
                                .mapToObj(window ->
                                        Math.round(USUAL * (1 + excess[item] + 0.001 * random.nextGaussian())))
                                .toList()))
                .toList();

        assertThat(Replication.of(items).found()).extracting(Repeated::id).containsExactly(2);
    }

    @Test
    void items_withTooFewPeers_areNotTested() {
        List<Item> items = new ArrayList<>(items(100, 1));
        items.add(new Item(100, 1, USUAL, List.of(9L, 9L, 9L, 9L)));
        items.add(new Item(101, 1, USUAL, List.of(5L, 5L, 5L, 5L)));

        assertThat(Replication.of(items).tests()).isEqualTo(100);
    }

    @Test
    void equalItems_areNotFound() {
        List<Item> items = IntStream.range(0, 50)
                .mapToObj(item -> new Item(item, 0, 0, List.of(0L, 0L, 0L, 0L)))
                .toList();

        assertThat(Replication.of(items).found()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "8, 1000, 1000, 4", // Four windows suffice, and none can be longer.
        "200, 1000, 1000, 4",
        "200, 8, 8, 4",
        "200, 4, 4, 4",
        "200, 2, 2, 6",
        "200, 8, 2, 8",
        "32, 8, 2, 6", // At least five steps in a window.
        "200, 2000, 2, 8"
    })
    void windows_areAsFewAsCanFindAnItem(int steps, int items, int peers, int windows) {
        assertThat(Replication.windows(steps, items, peers)).isEqualTo(windows);
    }
}
