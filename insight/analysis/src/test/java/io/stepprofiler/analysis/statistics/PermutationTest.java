package io.stepprofiler.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PermutationTest {
    /** Deals the values out in every way. */
    private static double naive(double[] first, double[] second) {
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        double seen = 0;
        for (double value : second) {
            seen += rank(value, all);
        }
        int ways = 0;
        int high = 0;
        for (int mask = 0; mask < 1 << all.length; mask++) {
            if (Integer.bitCount(mask) == second.length) {
                double sum = 0;
                for (int i = 0; i < all.length; i++) {
                    sum += (mask >> i & 1) == 1 ? rank(all[i], all) : 0;
                }
                ways++;
                high += sum >= seen ? 1 : 0;
            }
        }
        return (double) high / ways;
    }

    private static double rank(double value, double... all) {
        return Arrays.stream(all).filter(each -> each < value).count()
                + (Arrays.stream(all).filter(each -> each == value).count() + 1) / 2.0;
    }

    private static double[] values(Random random, int count, int different) {
        return random.doubles(count).map(each -> Math.floor(each * different)).toArray();
    }

    @RepeatedTest(50)
    void higher_ofAnyValuesWithTies_isThePartOfAllWays(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        double[] first = values(random, 1 + random.nextInt(6), 5);
        double[] second = values(random, 1 + random.nextInt(6), 5);
        assertThat(Permutation.higher(first, second)).isCloseTo(naive(first, second), within(1e-12));
    }

    @RepeatedTest(20)
    void higher_ofManyDifferentValues_isThatOfMannAndWhitney(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        double[] first = random.doubles(2 + random.nextInt(20)).toArray();
        double[] second = random.doubles(2 + random.nextInt(20)).toArray();
        double expected = MannWhitneyUTest.withDefaults()
                .with(PValueMethod.EXACT)
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(second, first)
                .getPValue();
        assertThat(Permutation.higher(first, second)).isCloseTo(expected, within(1e-9));
    }

    @Test
    void smallest_ofThreeAgainstThree_isOneOfTwenty() {
        assertThat(Permutation.smallest(3, 3)).isCloseTo(0.05, within(1e-12));
        assertThat(Permutation.smallest(1, 1)).isCloseTo(0.5, within(1e-12));
        assertThat(Permutation.higher(new double[] {1, 2, 3}, new double[] {4, 5, 6}))
                .isCloseTo(0.05, within(1e-12));
    }
}
