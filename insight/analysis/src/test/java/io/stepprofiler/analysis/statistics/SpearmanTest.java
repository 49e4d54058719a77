package io.stepprofiler.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpearmanTest {
    @Test
    void correlation_ofRandomSeries_isPearsonsOfTheMeanRanks() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 200; trial++) {
            int length = random.nextInt(2, 40);
            long[] first = random.longs(length, 0, 10).toArray();
            long[] second = Arrays.stream(first)
                    .map(value -> value + random.nextInt(10))
                    .toArray();

            assertThat(Spearman.correlation(first, second)).isCloseTo(naive(first, second), within(1e-9));
        }
    }

    private static double naive(long[] first, long[] second) {
        double[] one = ranks(first);
        double[] other = ranks(second);
        double meanOne = Arrays.stream(one).average().orElseThrow();
        double meanOther = Arrays.stream(other).average().orElseThrow();
        double both = 0;
        double squaresOne = 0;
        double squaresOther = 0;
        for (int i = 0; i < one.length; i++) {
            both += (one[i] - meanOne) * (other[i] - meanOther);
            squaresOne += (one[i] - meanOne) * (one[i] - meanOne);
            squaresOther += (other[i] - meanOther) * (other[i] - meanOther);
        }
        return squaresOne == 0 || squaresOther == 0 ? 0 : both / Math.sqrt(squaresOne * squaresOther);
    }

    private static double[] ranks(long[] values) {
        return Arrays.stream(values)
                .mapToDouble(value -> Arrays.stream(values)
                                .filter(each -> each < value)
                                .count()
                        + (Arrays.stream(values).filter(each -> each == value).count() + 1) / 2.0)
                .toArray();
    }

    @Test
    void correlation_ofSeriesThatRiseTogether_isOne() {
        assertThat(Spearman.correlation(new long[] {1, 5, 3, 9}, new long[] {10, 300, 20, 4000}))
                .isEqualTo(1);
        assertThat(Spearman.correlation(new long[] {1, 5, 3, 9}, new long[] {9, 3, 5, 1}))
                .isEqualTo(-1);
    }
}
