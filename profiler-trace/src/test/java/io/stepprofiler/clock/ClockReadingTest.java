package io.stepprofiler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockReadingTest {
    @Test
    void now_isBetweenReadingsOfBothClocks() {
        long ticks = Ticks.now();
        long nanos = System.nanoTime();
        ClockReading reading = ClockReading.now();
        assertThat(reading.nanos()).isBetween(nanos, System.nanoTime());
        assertThat(reading.ticks()).isBetween(ticks, Ticks.now());
    }

    @Test
    void clock_isTheMomentOnBothClocks() {
        assertThat(new ClockReading(new TickReading(7, 100, 1), 5_000_100).clock())
                .isEqualTo(new ClockAnchor(100, 5_000_100));
    }
}
