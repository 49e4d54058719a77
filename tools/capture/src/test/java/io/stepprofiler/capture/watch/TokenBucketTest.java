package io.stepprofiler.capture.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
    private static final int PER_SECOND = 2_500;
    private static final int AT_ONCE = 2 * PER_SECOND;
    private static final long NANOS = 1_000_000_000L / PER_SECOND;

    /** Clocks of virtual machines may be near their overflow. */
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000);

    private final TokenBucket pace = new TokenBucket(NANOS, AT_ONCE * NANOS, nanos::get);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 50, 250})
    void ask_forMoreThanThereIs_isDoneAtThePace(int units) {
        long waited = 0;
        int asked = 0;
        for (; asked < 20 * PER_SECOND; asked += units) {
            long wait = pace.ask(units);
            nanos.addAndGet(wait);
            waited += wait;
        }
        double saved = AT_ONCE;
        assertThat(waited / 1e9).isCloseTo((asked - saved) / PER_SECOND, within(0.001));
    }

    @Test
    void ask_nowAndThen_neverWaits() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(pace.ask(50)).isZero();
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1) * 50 / PER_SECOND);
        }
    }

    @Test
    void ask_afterALongRest_hasSavedNoMoreThanAtFirst() {
        nanos.addAndGet(TimeUnit.DAYS.toNanos(400));
        long first = 0;
        for (; pace.ask(1) == 0; first++) {
            assertThat(first).isLessThan(100_000);
        }
        assertThat(first).isEqualTo(AT_ONCE);
    }
}
