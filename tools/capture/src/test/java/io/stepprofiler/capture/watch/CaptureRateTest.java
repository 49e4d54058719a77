package io.stepprofiler.capture.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureRateTest {
    private static final long MILLI = 1_000_000;

    private long now = Long.MAX_VALUE - 5;
    private final CaptureRate rate = new CaptureRate(() -> now);

    private void pass(long millis) {
        now += millis * MILLI;
    }

    @Test
    void first_isDueAtOnce() {
        assertThat(rate.isDue()).isTrue();
    }

    @Test
    void next_afterOneOfNineSteps_isDueWhenTwentyTimesAsManyHaveGoneBy() {
        rate.began(9, 5 * MILLI);
        rate.ended(0);
        pass(999);
        assertThat(rate.isDue()).isFalse();
        pass(1);
        assertThat(rate.isDue()).isTrue();
    }

    @Test
    void next_afterOneThatWasRefused_isDueAtOnce() {
        rate.began(9, 5 * MILLI);
        rate.refused();
        assertThat(rate.isDue()).isTrue();
    }

    @Test
    void next_afterColdOnes_isDueSoonWhateverTheyTook() {
        for (int i = 0; i < 3; i++) {
            rate.began(1, MILLI);
            rate.ended(900 * MILLI);
            pass(5_000);
            assertThat(rate.isDue()).isTrue();
        }
    }

    @Test
    void ended_inTheLongRun_takesAThousandthOfTheTimeOnAllThreads() {
        Random random = new Random(17);
        long began = now;
        double spent = 0;
        for (int i = 0; i < 1000; i++) {
            while (!rate.isDue()) {
                pass(100);
            }
            long nanos = random.nextInt(4) == 0 ? random.nextInt(200_000_000) : random.nextInt(2_000_000);
            rate.began(1, MILLI);
            rate.ended(nanos);
            spent += i < 3 ? 0 : 3.0 * nanos;
        }
        assertThat(spent / (now - began)).isBetween(0.0009, 0.00101);
    }

    @ParameterizedTest
    @CsvSource({"1000, 20", "1_000_000, 20", "10_000_000, 4", "40_000_000, 1", "10_000_000_000, 1", "0, 20"})
    void steps_ofAnyLength_areATwentiethOfASecondAtMost(String nanos, int expected) {
        assertThat(CaptureRate.steps(Long.parseLong(nanos.replace("_", "")))).isEqualTo(expected);
    }
}
