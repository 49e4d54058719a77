package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {
    private static DurationHistogram of(long... durations) {
        DurationHistogram histogram = new DurationHistogram();
        histogram.add(durations, 0, durations.length);
        return histogram;
    }

    @Test
    void middle_anyDuration_isWithinASixtyFourth() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            long duration = random.nextLong() >>> (1 + random.nextInt(63));
            long middle = DurationHistogram.middle(DurationHistogram.bucket(duration));
            assertThat((double) Math.abs(middle - duration)).isLessThanOrEqualTo(duration / 64.0);
        }
    }

    @Test
    void bucket_growingDurations_neverGoesBack() {
        int last = 0;
        for (long duration = 0; duration >= 0 && duration < Long.MAX_VALUE / 2; duration += 1 + duration / 100) {
            int bucket = DurationHistogram.bucket(duration);
            assertThat(bucket).isBetween(last, last + 1);
            last = bucket;
        }
        assertThat(DurationHistogram.bucket(Long.MAX_VALUE)).isGreaterThan(last);
    }

    @Test
    void percentile_smallDurations_isExact() {
        assertThat(of(LongStream.rangeClosed(1, 60).toArray()).percentile(50)).isEqualTo(30);
        assertThat(of(7).percentile(99)).isEqualTo(7);
        assertThat(of().percentile(50)).isZero();
    }

    @Test
    void percentile_durationsInAnyPortions_isWithinASixtyFourth() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            long[] durations = random.longs(1 + random.nextInt(2000), 0, 1L << (1 + random.nextInt(62)))
                    .toArray();
            DurationHistogram histogram = new DurationHistogram();
            for (int from = 0; from < durations.length; ) {
                int to = Math.min(durations.length, from + 1 + random.nextInt(200));
                histogram.add(durations, from, to);
                from = to;
            }
            Arrays.sort(durations);
            for (int percent : new int[] {1, 50, 99, 100}) {
                long exact = durations[(int) Math.ceil(durations.length * percent / 100.0) - 1];
                assertThat((double) histogram.percentile(percent))
                        .as("seed %d, %d %%", seed, percent)
                        .isCloseTo((double) exact, within(exact / 64.0));
            }
        }
    }

    @Test
    void add_fewMagnitudes_keepsFewBuckets() {
        DurationHistogram histogram = new DurationHistogram();
        for (int i = 0; i < 1000; i++) {
            histogram.add(new long[] {5, 1L << 40, Long.MAX_VALUE}, 0, 3);
        }
        assertThat(histogram.size()).isEqualTo(3);
    }
}
