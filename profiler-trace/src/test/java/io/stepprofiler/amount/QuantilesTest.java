package io.stepprofiler.amount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class QuantilesTest {
    @Test
    void quantile_isTheSmallestValueThatThePartDoesNotExceed() {
        long[] sorted = LongStream.rangeClosed(1, 10).toArray();
        assertThat(Quantiles.of(sorted, 0)).isEqualTo(1);
        assertThat(Quantiles.of(sorted, 0.1)).isEqualTo(1);
        assertThat(Quantiles.of(sorted, 0.11)).isEqualTo(2);
        assertThat(Quantiles.of(sorted, 0.9)).isEqualTo(9);
        assertThat(Quantiles.of(sorted, 1)).isEqualTo(10);
        assertThat(Quantiles.of(new long[0], 0.5)).isZero();
    }

    @Test
    void median_ofAnEvenNumber_isTheLowerOne() {
        assertThat(Quantiles.median(LongStream.of(4, 1, 3, 2))).isEqualTo(2);
        assertThat(Quantiles.median(DoubleStream.of(4, 1, 3, 2))).isEqualTo(2);
        assertThat(Quantiles.median(LongStream.of(9, 1, 5))).isEqualTo(5);
        assertThat(Quantiles.median(LongStream.of())).isZero();
        assertThat(Quantiles.median(DoubleStream.of())).isZero();
    }

    @Test
    void midpoint_ofAnEvenNumber_isTheMeanOfTheMiddle() {
        assertThat(Quantiles.midpoint(new long[] {9, 4, 1, 3, 2, 9}, 1, 5)).isEqualTo(2);
        assertThat(Quantiles.midpoint(new long[] {-1, 1}, 0, 2)).isZero();
        assertThat(Quantiles.midpoint(4.0, 1, 3, 2)).isEqualTo(2.5);
        assertThat(Quantiles.midpoint(5.0, 1, 3)).isEqualTo(3);
    }
}
