package io.stepprofiler.capture.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MachineLookTest {
    private final AtomicLong nanos = new AtomicLong();
    private final MachineLook look = new MachineLook(nanos::get);

    @Test
    void now_atTheFirstLook_knowsNoLoad() {
        LiveMachine first = look.now();
        assertThat(first.cores()).isNegative();
        assertThat(first.machineCores()).isNegative();
        assertThat(first.heapBytes()).isPositive();
    }

    @Test
    void now_laterOn_knowsTheLoadSinceTheLastLook() {
        nanos.addAndGet(1_000_000_000);
        LiveMachine second = look.now();
        assertThat(second.cores()).isNotNegative();
        assertThat(second.machineCores()).isGreaterThanOrEqualTo(second.cores());
    }
}
