package io.stepprofiler.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudentTTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 50, 1000})
    void quantile95_ofAnyDegrees_isThatOfTheDistribution(int degrees) {
        double expected = TDistribution.of(degrees).inverseSurvivalProbability(0.05);
        assertThat(StudentT.quantile95(degrees)).isCloseTo(expected, within(1e-5));
    }
}
