package io.stepprofiler.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TrimmedIntervalTest {
    private static final int TRIALS = 1_000;
    private static final double TRUTH = 3;

    /** From printed tables of the distribution. */
    @ParameterizedTest
    @CsvSource({
        "0.95, 1, 12.7062", "0.95, 2, 4.3027", "0.95, 3, 3.1824", "0.95, 4, 2.7764", "0.95, 10, 2.2281",
        "0.95, 17, 2.1098", "0.99, 7, 3.4995", "0.9, 30, 1.6973", "0.999, 5, 6.8688", "0.95, 1000, 1.9623"
    })
    void quantile_isThatOfTheTables(double within, int degrees, double expected) {
        assertThat(StudentT.quantile(within, degrees)).isCloseTo(expected, within(6e-5));
    }

    /** Of calls as they are: half of the pairs have a pause of the machine in one or the other, some are skewed. */
    static Stream<Arguments> populations() {
        Map<String, ToDoubleFunction<RandomGenerator>> populations = Map.of(
                "normal", random -> random.nextGaussian(),
                "uniform", random -> random.nextDouble() - 0.5,
                "difference of exponentials", random -> twice(random, RandomGenerator::nextExponential),
                "normal with pauses",
                        random -> random.nextGaussian() + (random.nextInt(20) == 0 ? 50 * random.nextGaussian() : 0),
                "difference of lognormals", random -> twice(random, one -> Math.exp(one.nextGaussian())));
        return populations.entrySet().stream()
                .flatMap(population -> IntStream.of(8, 12, 20, 50)
                        .mapToObj(count -> Arguments.of(population.getKey(), count, population.getValue())));
    }

    /** The difference of two draws. */
    private static double twice(RandomGenerator random, ToDoubleFunction<RandomGenerator> population) {
        double first = population.applyAsDouble(random);
        return first - population.applyAsDouble(random);
    }

    @ParameterizedTest(name = "{0}, {1} calls")
    @MethodSource("populations")
    void interval_ofRandomCalls_holdsTheTruthAsOftenAsItSays(
            String name, int count, ToDoubleFunction<RandomGenerator> population) {
        SplittableRandom random = new SplittableRandom(name.hashCode() * 31L + count);
        for (double confidence : new double[] {0.9, 0.95, 0.99}) {
            int held = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                double[] samples = new double[count];
                Arrays.setAll(samples, i -> TRUTH + population.applyAsDouble(random));
                TrimmedInterval interval = TrimmedInterval.of(samples, confidence);
                assertThat(interval.mean()).isBetween(interval.low(), interval.high());
                held += interval.low() <= TRUTH && TRUTH <= interval.high() ? 1 : 0;
            }
            double share = (double) held / TRIALS;
            // With pauses the estimated error is too large, and the interval rather too wide.
            assertThat(share).as("%s at %s", name, confidence).isGreaterThan(confidence - 0.04);
            if (name.equals("normal")) {
                assertThat(share).as("%s at %s", name, confidence).isCloseTo(confidence, within(0.04));
            }
        }
    }

    @Test
    void onePause_amongMany_doesNotMoveTheInterval() {
        double[] calm = new SplittableRandom(1).doubles(20).toArray();
        double[] paused = calm.clone();
        int largest = IntStream.range(0, calm.length).reduce(0, (a, b) -> calm[a] > calm[b] ? a : b);
        paused[largest] = 1e9;
        assertThat(TrimmedInterval.of(paused, 0.95)).isEqualTo(TrimmedInterval.of(calm, 0.95));
    }

    @Test
    void equalSamples_areAnIntervalOfNoWidth() {
        assertThat(TrimmedInterval.of(new double[] {5, 5, 5, 5, 5, 5, 5, 5}, 0.95))
                .isEqualTo(new TrimmedInterval(5, 5, 5));
    }
}
