package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.averages.KeyAverage.Durations;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationCountsTest {
    private static Offset<Long> close(long value) {
        return within(Math.max(1, value / 60));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void summary_ofRandomDurations_isThatOfTheListsWithinTheBuckets(int seed) {
        Random random = new Random(seed);
        int[] counts = {0, 1, 100, 2048, 2049, 50_000};
        DurationCounts counted = new DurationCounts(counts);
        DurationLists listed = new DurationLists(counts);
        for (int group = 0; group < counts.length; group++) {
            for (int i = 0; i < counts[group]; i++) {
                long duration = (long) Math.exp(30 * random.nextDouble());
                counted.add(group, duration);
                listed.add(group, duration);
            }
        }
        for (int group = 0; group < counts.length; group++) {
            DurationHistogram one = new DurationHistogram();
            DurationHistogram other = new DurationHistogram();
            counted.addTo(one, group);
            listed.addTo(other, group);
            for (int percent = 0; percent <= 100; percent += 5) {
                assertThat(one.percentile(percent)).isEqualTo(other.percentile(percent));
            }
            Durations found = counted.summary(group);
            Durations expected = listed.summary(group);
            assertThat(counted.count(group)).isEqualTo(counts[group]);
            assertThat(found.sumNanos()).isEqualTo(expected.sumNanos());
            assertThat(found.minNanos()).isEqualTo(expected.minNanos());
            assertThat(found.maxNanos()).isEqualTo(expected.maxNanos());
            assertThat(found.p50Nanos()).isCloseTo(expected.p50Nanos(), close(expected.p50Nanos()));
            assertThat(found.p99Nanos()).isCloseTo(expected.p99Nanos(), close(expected.p99Nanos()));
        }
    }
}
