package io.stepprofiler.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RankProductTest {
    @ParameterizedTest
    @CsvSource({"1, 3", "2, 8", "3, 4", "4, 4", "7, 3", "9, 4", "50, 2"})
    void probability_ofASmallProduct_isTheCountOfAllLists(int items, int orders) {
        RankProduct test = new RankProduct(items, orders);
        SplittableRandom random = new SplittableRandom(items);
        for (int trial = 0; trial < 50; trial++) {
            long[] positions = random.longs(orders, 1, items + 1).toArray();

            assertThat(test.probability(positions)).isCloseTo(enumerated(positions, items), within(1e-12));
        }
    }

    private static double enumerated(long[] positions, int items) {
        long product = Arrays.stream(positions).reduce(1, (one, other) -> one * other);
        long total = (long) Math.pow(items, positions.length);
        long atMost = 0;
        for (long list = 0; list < total; list++) {
            long other = 1;
            for (long rest = list, order = 0; order < positions.length; order++, rest /= items) {
                other *= rest % items + 1;
            }
            atMost += other <= product ? 1 : 0;
        }
        return (double) atMost / total;
    }

    @Test
    void probability_ofALargeProduct_isNotBelowTheSimulated() {
        int items = 200;
        RankProduct test = new RankProduct(items, 4);
        SplittableRandom random = new SplittableRandom(1);
        long[][] lists = new long[20_000][];
        Arrays.setAll(lists, i -> random.longs(4, 1, items + 1).toArray());
        for (double bound : new double[] {0.5, 0.1, 0.01}) {
            double below = Arrays.stream(lists)
                            .filter(list -> test.probability(list) <= bound)
                            .count()
                    / 20_000.0;

            assertThat(below).isBetween(0.5 * bound, 1.1 * bound);
        }
    }

    @Test
    void probability_ofTheFirstInEachOrder_isTheSmallest() {
        RankProduct test = new RankProduct(10_000, 8);

        assertThat(test.probability(new long[] {1, 1, 1, 1, 1, 1, 1, 1})).isEqualTo(test.smallest());
        assertThat(test.smallest()).isCloseTo(1e-32, within(1e-40));
    }
}
