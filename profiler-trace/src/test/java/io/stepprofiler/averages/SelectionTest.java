package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SelectionTest {
    private static final int SIZE = 1000;

    static Stream<Arguments> patterns() {
        return Stream.of(
                pattern("sorted", i -> i),
                pattern("reversed", i -> SIZE - i),
                pattern("all equal", i -> 7),
                pattern("all zero", i -> 0),
                pattern("all of the largest", i -> Long.MAX_VALUE),
                pattern("two values", i -> i % 2),
                pattern("saw", i -> i % 17),
                pattern("organ pipe", i -> Math.min(i, SIZE - i)),
                pattern("valley", i -> Math.abs(i - SIZE / 2)),
                pattern("sorted but for the last", i -> (i + 1) % SIZE),
                pattern("sorted but for the first", i -> i == 0 ? SIZE : i),
                pattern("extremes", i -> i % 3 == 0 ? 0 : Long.MAX_VALUE - i % 3),
                pattern("one peak", i -> i == SIZE / 2 ? 1 : 0),
                Arguments.of("bad pivots", withBadPivots()));
    }

    private static Arguments pattern(String name, IntToLongFunction value) {
        return Arguments.of(name, IntStream.range(0, SIZE).mapToLong(value).toArray());
    }

    /**
     * Values of which the first, the middle and the last have the second smallest as their median, round after round,
     * while the largest is looked for.
     *
     * <p>Partitions places instead of values, and gives a place its value when it is to be first or in the middle.
     */
    private static long[] withBadPivots() {
        long[] values = LongStream.generate(() -> SIZE).limit(SIZE).toArray();
        int[] places = IntStream.range(0, SIZE).toArray();
        for (int low = 0; low < SIZE - 2; low += 2) {
            values[places[low]] = low;
            values[places[(low + SIZE) >>> 1]] = low + 1L;
            int below = partition(places, values, low, low + 1);
            partition(places, values, below, low + 2);
        }
        return values;
    }

    private static int partition(int[] places, long[] values, int from, long bound) {
        int end = from;
        for (int i = from; i < SIZE; i++) {
            int place = places[i];
            places[i] = places[end];
            places[end] = place;
            end += values[place] < bound ? 1 : 0;
        }
        return end;
    }

    private static void assertSelects(long[] values, int from, int to, int k) {
        long[] sorted = values.clone();
        Arrays.sort(sorted, from, to);
        long[] worked = values.clone();
        assertThat(Selection.select(worked, from, to, k)).isEqualTo(sorted[k]);
        assertThat(worked[k]).isEqualTo(sorted[k]);
        assertThat(Arrays.stream(worked, from, k)).as("before it").allMatch(value -> value <= sorted[k]);
        assertThat(Arrays.stream(worked, k, to)).as("after it").allMatch(value -> value >= sorted[k]);
        Arrays.sort(worked, from, to);
        assertThat(worked)
                .as("the same values, and untouched outside the range")
                .isEqualTo(sorted);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("patterns")
    void select_pattern_agreesWithSorting(String name, long[] values) {
        for (int k : new int[] {0, 1, SIZE / 2 - 1, SIZE / 2, SIZE * 99 / 100, SIZE - 2, SIZE - 1}) {
            assertSelects(values, 0, SIZE, k);
        }
    }

    @Test
    void select_everyPlaceOfSmallRanges_agreesWithSorting() {
        Random random = new Random(1);
        for (int size = 1; size <= 70; size++) {
            long[] values = random.longs(size, 0, size).toArray();
            for (int k = 0; k < size; k++) {
                assertSelects(values, 0, size, k);
            }
        }
    }

    @Test
    void select_randomRangeOfRandomValues_agreesWithSorting() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            int size = 1 + random.nextInt(2000);
            long[] values = random.longs(size, 0, 1L << random.nextInt(63)).toArray();
            int from = random.nextInt(size);
            int to = from + 1 + random.nextInt(size - from);
            assertSelects(values, from, to, from);
            assertSelects(values, from, to, to - 1);
            assertSelects(values, from, to, from + random.nextInt(to - from));
        }
    }

    @Test
    void select_secondTimeInTheUpperPart_agreesWithSortingBothTimes() {
        long[] values = new Random(2).longs(SIZE, 0, SIZE).toArray();
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        assertThat(Selection.select(values, 0, SIZE, 499)).isEqualTo(sorted[499]);
        assertThat(Selection.select(values, 499, SIZE, 989)).isEqualTo(sorted[989]);
    }
}
