package io.stepprofiler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ClockReadingTest {
    private static final ClockAnchor WALL = new ClockAnchor(100, 5_000_100);

    @Test
    void now_isBetweenReadingsOfBothClocks() {
        long ticks = Ticks.now();
        long nanos = System.nanoTime();
        ClockReading reading = ClockReading.now();
        assertThat(reading.nanos()).isBetween(nanos, System.nanoTime());
        assertThat(reading.ticks()).isBetween(ticks, Ticks.now());
    }

    @Test
    void closest_ofSeveral_isTheOneWithTheShortestGap() {
        // Gaps of 100 ticks but for the third, of 40.
        ClockReading reading = ClockReading.closest(
                source(0, 100, 1000, 1100, 2000, 2040, 3000, 3100, 4000, 4100, 5000, 5100, 6000, 6100, 7000, 7100),
                counting(),
                WALL);
        assertThat(reading).isEqualTo(new ClockReading(2020, new ClockAnchor(3, 5_000_003)));
    }

    @Test
    void closest_noneCloseEnough_goesOn() {
        long[] ticks = new long[200];
        for (int i = 0; i < 100; i++) {
            ticks[2 * i] = 100_000L * i;
            ticks[2 * i + 1] = ticks[2 * i] + (i == 42 ? 500 : 50_000);
        }
        assertThat(ClockReading.closest(source(ticks), counting(), WALL).nanos())
                .isEqualTo(43);
    }

    private static TicksTest.Usable source(long... ticks) {
        PrimitiveIterator.OfLong next = LongStream.of(ticks).iterator();
        return new TicksTest.Usable() {
            @Override
            public long ticks() {
                return next.nextLong();
            }
        };
    }

    private static java.util.function.LongSupplier counting() {
        PrimitiveIterator.OfLong next = LongStream.iterate(1, i -> i + 1).iterator();
        return next::nextLong;
    }
}
