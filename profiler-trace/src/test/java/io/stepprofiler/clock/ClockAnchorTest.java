package io.stepprofiler.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClockAnchorTest {
    private static long epochNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Test
    void now_liesBetweenReadingsOfBothClocks() {
        long monotonicBefore = System.nanoTime();
        long epochBefore = epochNanos();
        ClockAnchor anchor = ClockAnchor.now();
        assertThat(anchor.monotonicNanos()).isBetween(monotonicBefore, System.nanoTime());
        assertThat(anchor.epochNanos()).isBetween(epochBefore, epochNanos());
    }

    @Test
    void toEpochNanos_beforeAndAfterTheAnchor_keepsTheDistance() {
        ClockAnchor anchor = new ClockAnchor(-500, 1_700_000_000_000_000_000L);
        assertThat(anchor.toEpochNanos(-500)).isEqualTo(1_700_000_000_000_000_000L);
        assertThat(anchor.toEpochNanos(-501)).isEqualTo(1_699_999_999_999_999_999L);
        assertThat(anchor.toEpochNanos(500)).isEqualTo(1_700_000_000_000_001_000L);
    }

    @Test
    void toEpochNanos_monotonicClockWrapsAround_keepsTheDistance() {
        assertThat(new ClockAnchor(Long.MAX_VALUE, 100).toEpochNanos(Long.MIN_VALUE + 4))
                .isEqualTo(105);
    }
}
