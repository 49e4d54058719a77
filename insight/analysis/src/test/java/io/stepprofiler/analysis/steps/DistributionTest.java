package io.stepprofiler.analysis.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.breakdown.Distribution;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistributionTest {
    @Test
    void of_oneToAHundred_hasTheQuantilesOfKeyAverages() {
        Distribution distribution = Distribution.of(LongStream.rangeClosed(1, 100));
        assertThat(distribution).isEqualTo(new Distribution(100, 1, 10, 25, 50, 75, 90, 100, 5050));
        assertThat(distribution.mean()).isEqualTo(50.5);
    }

    @Test
    void of_nothing_isZero() {
        assertThat(Distribution.of(LongStream.empty()).mean()).isZero();
    }

    @Test
    void outlierBound_withOneFarAway_isNearTheOthers() {
        long[] values = {100, 101, 99, 100, 102, 98, 1000};
        assertThat(Distribution.of(LongStream.of(values)).outlierBound(LongStream.of(values)))
                .isBetween(102.0, 110.0);
    }
}
