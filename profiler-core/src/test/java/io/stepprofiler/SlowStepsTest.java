package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowStepsTest {
    private static final int LEAST = 8;

    /** The median of the last steps, all of them kept and sorted anew each time. */
    private static boolean isSlow(double times, List<Long> all, long ticks) {
        long[] last = all.stream()
                .skip(Math.max(0, all.size() - History.MEDIAN_OF))
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        if (last.length < LEAST) {
            return false;
        }
        return ticks > times * last[(last.length - 1) / 2];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void timesTheMedian_ofRandomSteps_isWhatAllOfThemSortedSay(int seed) {
        Random random = new Random(seed);
        double times = 1 + 3 * random.nextDouble();
        SlowSteps steps = new SlowSteps();
        List<Long> all = new ArrayList<>();
        int slow = 0;
        for (int i = 0; i < 500; i++) {
            long ticks = (1 + random.nextInt(1000)) * (random.nextInt(20) == 0 ? 10L : 1L);
            boolean expected = isSlow(times, all, ticks);
            assertThat(steps.timesTheMedian(ticks) > times).as("step %s", i).isEqualTo(expected);
            slow += expected ? 1 : 0;
            all.add(ticks);
        }
        assertThat(slow).isPositive();
    }
}
