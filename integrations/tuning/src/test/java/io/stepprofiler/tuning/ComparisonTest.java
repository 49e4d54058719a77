package io.stepprofiler.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    /** What is drawn from one population is taken for different as seldom as the confidence allows, over all pairs. */
    @Test
    void fiveVariants_ofOnePopulation_areSeldomToldApart() {
        SplittableRandom random = new SplittableRandom(7);
        int told = 0;
        int trials = 1_000;
        for (int trial = 0; trial < trials; trial++) {
            CallTimes times = new CallTimes(5, 20);
            for (int variant = 0; variant < 5; variant++) {
                for (int round = 0; round < 20; round++) {
                    times.set(variant, round, Math.round(1e6 + 1e4 * random.nextGaussian()));
                }
            }
            Comparison comparison = new Comparison(
                    IntStream.range(0, 5)
                            .mapToObj(i -> VariantTimes.of("" + i, times.of(i)))
                            .toList(),
                    times,
                    0.95);
            told += comparison.differences().stream().anyMatch(Difference::isSignificant) ? 1 : 0;
        }
        assertThat(told).isBetween(1, trials * 5 / 100 + 15);
    }
}
