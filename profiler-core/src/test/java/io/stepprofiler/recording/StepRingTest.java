package io.stepprofiler.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StepRingTest {
    private static final int STEPS = 3_000_000;

    private final StepRing ring = new StepRing();

    private void add(long value) {
        long[] row = StepRing.newRow();
        Arrays.fill(row, value);
        ring.add(row);
    }

    private static boolean isOneValue(long[] row) {
        return Arrays.stream(row).allMatch(value -> value == row[0]);
    }

    @Test
    void steps_readWhileOthersAreAdded_areWholeAndInOrder() throws InterruptedException {
        Thread adder = new Thread(() -> {
            for (long i = 0; i < STEPS; i++) {
                add(i);
            }
        });
        adder.start();
        long[] row = StepRing.newRow();
        long read = 0;
        long torn = 0;
        for (long next = 0; next < STEPS; next++) {
            next = Math.max(next, ring.oldest());
            if (next < ring.count() && ring.read(next, row)) {
                read++;
                torn += isOneValue(row) && row[0] == next ? 0 : 1;
            } else if (next >= ring.count()) {
                next--;
            }
        }
        adder.join();

        assertThat(read).isPositive();
        assertThat(torn).isZero();
        assertThat(ring.count()).isEqualTo(STEPS);
    }

    @Test
    void step_overwritten_isNotRead() {
        for (long i = 0; i <= StepRing.KEPT; i++) {
            add(i);
        }
        long[] row = StepRing.newRow();

        assertThat(ring.read(0, row)).isFalse();
        assertThat(ring.read(ring.oldest(), row)).isTrue();
        assertThat(row[0]).isEqualTo(ring.oldest());
    }
}
