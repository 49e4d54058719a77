package io.stepprofiler.fleet.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class EnergySplitTest {
    /** Mean distance of the values of two parts; pairs of a value with itself are left out. */
    private static double mean(double[] left, double[] right, boolean isSame) {
        double sum = 0;
        for (double one : left) {
            for (double other : right) {
                sum += Math.abs(one - other);
            }
        }
        return sum / (isSame ? left.length * (left.length - 1) : left.length * right.length);
    }

    private static double statistic(double[] values, int at) {
        double[] left = Arrays.copyOf(values, at);
        double[] right = Arrays.copyOfRange(values, at, values.length);
        double distance = 2 * mean(left, right, false) - mean(left, left, true) - mean(right, right, true);
        return distance * left.length * right.length / (left.length + right.length);
    }

    @RepeatedTest(100)
    void of_anyValues_isTheLargestOfAllSplits(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        int changed = random.nextInt(20);
        double[] values = new double[6 + random.nextInt(20)];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextGaussian() + (i >= changed ? 3 : 0);
        }
        double largest = 0;
        for (int at = 3; at <= values.length - 3; at++) {
            largest = Math.max(largest, statistic(values, at));
        }
        EnergySplit split = EnergySplit.of(values);
        assertThat(split.statistic()).isCloseTo(largest, within(1e-9));
        if (largest > 0) {
            assertThat(statistic(values, split.at())).isCloseTo(largest, within(1e-9));
        }
    }

    @Test
    void of_shift_isAtTheFirstShiftedValue() {
        assertThat(EnergySplit.of(0, 1, 0, 1, 0, 1, 9, 8, 9, 8).at()).isEqualTo(6);
    }

    @Test
    void of_equalValues_isZero() {
        assertThat(EnergySplit.of(new double[20]).statistic()).isZero();
    }
}
