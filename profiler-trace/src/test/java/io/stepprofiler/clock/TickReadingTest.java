package io.stepprofiler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PrimitiveIterator;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TickReadingTest {
    @Test
    void now_isBetweenReadingsOfTheClock() {
        long nanos = System.nanoTime();
        TickReading reading = TickReading.now(System::nanoTime, 1);
        assertThat(reading.nanos()).isBetween(nanos, System.nanoTime());
        // The counter is the clock.
        assertThat(Math.abs(reading.ticks() - reading.nanos())).isLessThanOrEqualTo(reading.errorNanos());
    }

    @Test
    void closest_ofSeveral_isTheOneWithTheShortestGap() {
        // Gaps of 100 ticks but for the third, of 40.
        TickReading reading = TickReading.closest(
                counter(0, 100, 1000, 1100, 2000, 2040, 3000, 3100, 4000, 4100, 5000, 5100, 6000, 6100, 7000, 7100),
                counting(),
                1);
        assertThat(reading).isEqualTo(new TickReading(2020, 3, 20));
    }

    @Test
    void closest_noneCloseEnough_goesOn() {
        long[] ticks = new long[200];
        for (int i = 0; i < 100; i++) {
            ticks[2 * i] = 100_000L * i;
            ticks[2 * i + 1] = ticks[2 * i] + (i == 42 ? 500 : 50_000);
        }
        assertThat(TickReading.closest(counter(ticks), counting(), 1).nanos()).isEqualTo(43);
    }

    @Test
    void between_errorIsHalfOfTheGapInNanoseconds() {
        assertThat(TickReading.between(1000, 7, 1021, 2)).isEqualTo(new TickReading(1010, 7, 6));
    }

    @Test
    void ticksPerNanoUntil_aLaterReading_isTheRate() {
        assertThat(new TickReading(10, 10, 0).ticksPerNanoUntil(new TickReading(40, 20, 0)))
                .isEqualTo(3);
    }

    @Test
    void ticksPerNanoUntil_aReadingThatIsNotLater_isOne() {
        TickReading reading = new TickReading(10, 10, 0);
        assertThat(reading.ticksPerNanoUntil(reading)).isEqualTo(1);
        assertThat(reading.ticksPerNanoUntil(new TickReading(10, 20, 0))).isEqualTo(1);
        assertThat(reading.ticksPerNanoUntil(new TickReading(9, 20, 0))).isEqualTo(1);
    }

    private static LongSupplier counter(long... ticks) {
        PrimitiveIterator.OfLong next = LongStream.of(ticks).iterator();
        return next::nextLong;
    }

    private static LongSupplier counting() {
        PrimitiveIterator.OfLong next = LongStream.iterate(1, i -> i + 1).iterator();
        return next::nextLong;
    }
}
