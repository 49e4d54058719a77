package io.stepprofiler.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class IntervalTest {
    private static double[] runs(Random random, int count, double spread) {
        return random.doubles(count)
                .map(each -> Math.exp(spread * random.nextGaussian()))
                .toArray();
    }

    private static double[] logs(double... values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    /** At its lower end the test of Welch refuses the ratio with a probability of 5 %. */
    @RepeatedTest(20)
    void of_severalRunsASide_endsWhereWelchsTestDoes(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        double[] base = runs(random, 30, 0.1);
        double[] next = runs(random, 25, 0.1);
        Interval interval = Interval.of(base, next, Spread.ASSUMED);
        double probability = TTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .withMu(Math.log(interval.low()))
                .test(logs(next), logs(base))
                .getPValue();
        // Degrees of freedom are rounded down.
        assertThat(probability).isCloseTo(0.05, within(1e-3));
    }

    @Test
    void of_oneRunASide_isByTheSpreadThatIsKnown() {
        Interval interval = Interval.of(new double[] {100}, new double[] {110}, new Spread(0.01, 0, "known"));
        double error = 1.6448536 * 0.01 * Math.sqrt(2);
        assertThat(Math.log(interval.low())).isCloseTo(Math.log(1.1) - error, within(1e-6));
        assertThat(Math.log(interval.high())).isCloseTo(Math.log(1.1) + error, within(1e-6));
        assertThat(interval.isWithin(Math.log(1.2))).isTrue();
        assertThat(interval.isWithin(Math.log(1.1))).isFalse();
    }
}
