package io.stepprofiler.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BenjaminiHochbergTest {
    @Test
    void bound_ofRandomValues_rejectsThoseWithSmallAdjustedValues() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 300; trial++) {
            double[] values = random.doubles(random.nextInt(1, 30))
                    .map(value -> value * value * value)
                    .toArray();

            double bound = BenjaminiHochberg.bound(values, 0.05);

            for (double value : values) {
                assertThat(value <= bound).isEqualTo(adjusted(value, values) <= 0.05);
            }
        }
    }

    /** The smallest rate at which a hypothesis is rejected: over all bounds at or above its value. */
    private static double adjusted(double value, double[] values) {
        return Arrays.stream(values)
                .filter(bound -> bound >= value)
                .map(bound -> bound
                        * values.length
                        / Arrays.stream(values).filter(each -> each <= bound).count())
                .min()
                .orElseThrow();
    }

    @Test
    void bound_withoutSmallValues_isNegative() {
        assertThat(BenjaminiHochberg.bound(new double[] {0.2, 0.06}, 0.05)).isNegative();
        assertThat(BenjaminiHochberg.bound(new double[0], 0.05)).isNegative();
    }
}
