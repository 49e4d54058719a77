package io.stepprofiler.analysis.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrendTest {
    private static final int RUNS = 500;

    /** Steps of about a millisecond that follow the one before by some part. */
    private static long[] noise(Random random, int count, double follows) {
        long[] values = new long[count];
        double last = 0;
        for (int i = 0; i < count; i++) {
            last = follows * last + random.nextGaussian();
            values[i] = (long) (1_000_000 + 30_000 * last);
        }
        return values;
    }

    private static long risesIn(double follows) {
        Random random = new Random(7);
        return IntStream.range(0, RUNS)
                .filter(run ->
                        Trend.of(noise(random, 60, follows)).orElseThrow().rises())
                .count();
    }

    @Test
    void trend_ofALine_isThatLine() {
        Trend trend = Trend.of(LongStream.range(0, 50).map(i -> 1000 + 20 * i).toArray())
                .orElseThrow();
        assertThat(trend.rises()).isTrue();
        assertThat(trend.first()).isEqualTo(1000, within(1e-9));
        assertThat(trend.slope()).isEqualTo(20, within(1e-9));
        assertThat(trend.growth()).isEqualTo(0.98, within(1e-9));
        assertThat(trend.excess()).isEqualTo(20.0 * (49 * 50 / 2), within(1e-6));
    }

    @Test
    void trend_ofALineWithOutliers_isHardlyMoved() {
        long[] values = LongStream.range(0, 1000).map(i -> 1_000_000 + 500 * i).toArray();
        for (int i = 0; i < values.length; i += 17) {
            values[i] = 50_000_000;
        }
        Trend trend = Trend.of(values).orElseThrow();
        assertThat(trend.rises()).isTrue();
        assertThat(trend.slope()).isEqualTo(500, within(60.0));
        assertThat(trend.count()).isEqualTo(1000);
    }

    @Test
    void trend_ofAFall_doesNotRise() {
        assertThat(Trend.of(LongStream.range(0, 50).map(i -> 9000 - i).toArray())
                        .orElseThrow()
                        .rises())
                .isFalse();
    }

    @Test
    void trend_ofFewOrEqualValues_isNoneOrFlat() {
        assertThat(Trend.of(new long[9])).isEmpty();
        Trend flat = Trend.of(new long[20]).orElseThrow();
        assertThat(flat.rises()).isFalse();
        assertThat(flat.growth()).isZero();
    }

    @Test
    void trend_ofNoise_risesHardlyEver() {
        assertThat(risesIn(0)).isLessThan(RUNS / 50);
    }

    @Test
    void trend_ofStepsThatFollowTheOneBefore_risesRarely() {
        // One in two hundred by its level; the correlation of sixty steps is known roughly only.
        assertThat(risesIn(0.6)).isLessThan(RUNS / 20);
    }
}
