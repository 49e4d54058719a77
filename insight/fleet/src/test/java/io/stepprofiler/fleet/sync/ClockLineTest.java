package io.stepprofiler.fleet.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ClockLineTest {
    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static double slopeOfAllPairs(long[] times, long[] offsets) {
        List<Double> slopes = new ArrayList<>();
        for (int i = 0; i < times.length; i++) {
            for (int j = i + 1; j < times.length; j++) {
                if (times[i] != times[j]) {
                    slopes.add((double) (offsets[j] - offsets[i]) / (times[j] - times[i]));
                }
            }
        }
        return median(slopes);
    }

    private static long[] times(Random random, int count) {
        return random.longs(count, 0, 1_000_000_000).sorted().toArray();
    }

    @RepeatedTest(30)
    void slope_ofFewOffsets_isTheMedianOfAllPairs(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        long[] times = times(random, 20 + random.nextInt(13));
        long[] offsets = random.longs(times.length, -100_000, 100_000).toArray();
        assertThat(ClockLine.fit(times, offsets).drift()).isCloseTo(slopeOfAllPairs(times, offsets), within(1e-12));
    }

    @RepeatedTest(10)
    void line_ofManyOffsetsWithOutliers_isTheTrueOne(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        long[] times = times(random, 2_000);
        long[] offsets = Arrays.stream(times)
                .map(time -> 7_000_000
                        + Math.round(50e-6 * time)
                        + Math.round(1_000 * random.nextGaussian())
                        + (random.nextInt(10) == 0 ? 1_000_000 : 0))
                .toArray();
        ClockLine line = ClockLine.fit(times, offsets);
        assertThat(line.at(0)).isCloseTo(7_000_000, within(500L));
        assertThat(line.at(1_000_000_000)).isCloseTo(7_050_000, within(500L));
    }

    @Test
    void line_ofFewOffsets_isTheirMedianWithoutDrift() {
        assertThat(ClockLine.fit(new long[] {0, 10, 20, 30}, new long[] {1, 100, 3, 5}))
                .isEqualTo(new ClockLine(0, 4, 0));
    }

    @Test
    void line_ofOffsetsAtOneTime_hasNoDrift() {
        long[] times = LongStream.generate(() -> 5).limit(40).toArray();
        assertThat(ClockLine.fit(times, LongStream.range(0, 40).toArray())).isEqualTo(new ClockLine(5, 19, 0));
    }
}
