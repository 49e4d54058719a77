package io.stepprofiler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClockCheckTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void describe_oneReading_isTheClock() {
        assertThat(describe(2.5, 0, 0)).isEqualTo("counter");
    }

    @Test
    void describe_readingsFarApart_hasTheLargestDeviation() {
        // 2 ppm fast, then 5 ppm slow.
        assertThat(describe(2, 0, 0, 2 * SECOND + 4000, SECOND, 4 * SECOND - 6000, 2 * SECOND))
                .isEqualTo("counter, rate within 5.0 ppm of the monotonic clock");
    }

    @Test
    void describe_readingsCloseTogether_saysNothingOfTheRate() {
        // A microsecond's error in a window of twenty.
        assertThat(describe(2, 0, 0, 42_000, 20_000)).isEqualTo("counter");
    }

    @Test
    void describe_readingsCloseTogetherInALongWindow_areMeasuredOverATenthOfASecond() {
        ClockCheck check = new ClockCheck("counter", 1.5);
        // Each is read up to 30 ns off.
        LongStream.range(0, 1000).forEach(i -> check.add(i * 1_500_000 + i % 30, i * 1_000_000));
        assertThat(check.describe()).matches("counter, rate within 0\\.[0-3] ppm of the monotonic clock");
    }

    @Test
    void describe_jump_saysHowFarOff() {
        // A tenth of a second is missing from one.
        assertThat(describe(2, 0, 0, 2 * SECOND, SECOND, 4 * SECOND - SECOND / 5, 2 * SECOND, 6 * SECOND, 3 * SECOND))
                .startsWith("counter; it jumped: its rate was 100000 ppm off the monotonic clock's");
    }

    @Test
    void describe_thousandPpm_isNoJump() {
        assertThat(describe(1.25, 0, 0, 1_251_249_000, SECOND))
                .isEqualTo("counter, rate within 999.2 ppm of the monotonic clock");
    }

    @Test
    void describe_ticksThatRanBackwards_saysSo() {
        assertThat(describe(2, 0, 0, 2 * SECOND, SECOND, SECOND, 2 * SECOND)).startsWith("counter; it ran backwards");
    }

    @Test
    void describe_nanoTime_saysNothingOfItsRate() {
        assertThat(describe(1, 5, 5, 5 + SECOND, 5 + SECOND)).isEqualTo("counter");
    }

    @Test
    void describe_ofAScale_isOfItsReadings() {
        TickScale scale = new TickScale(new TickReading(0, 0, 0), 2, "counter");
        scale.add(new TickReading(2 * SECOND, SECOND, 0));
        assertThat(scale.describe()).isEqualTo("counter, rate within 0.0 ppm of the monotonic clock");
    }

    private static String describe(double ticksPerNano, long... ticksAndNanos) {
        ClockCheck check = new ClockCheck("counter", ticksPerNano);
        for (int i = 0; i < ticksAndNanos.length; i += 2) {
            check.add(ticksAndNanos[i], ticksAndNanos[i + 1]);
        }
        return check.describe();
    }
}
