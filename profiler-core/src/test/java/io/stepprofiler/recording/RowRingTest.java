package io.stepprofiler.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RowRingTest {
    private static final int ROWS = 3_000_000;
    private static final int KEPT = 1 << 13;

    private final RowRing ring = new RowRing(KEPT, 10);

    private void add(long value) {
        long[] row = ring.newRow();
        Arrays.fill(row, value);
        ring.add(row);
    }

    private static boolean isOneValue(long[] row) {
        return Arrays.stream(row).allMatch(value -> value == row[0]);
    }

    @Test
    void rows_readWhileOthersAreAdded_areWholeAndInOrder() throws InterruptedException {
        Thread adder = new Thread(() -> {
            for (long i = 0; i < ROWS; i++) {
                add(i);
            }
        });
        adder.start();
        long[] row = ring.newRow();
        long read = 0;
        long torn = 0;
        for (long next = 0; next < ROWS; next++) {
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
        assertThat(ring.count()).isEqualTo(ROWS);
    }

    @Test
    void row_overwritten_isNotRead() {
        for (long i = 0; i <= KEPT; i++) {
            add(i);
        }
        long[] row = ring.newRow();

        assertThat(ring.read(0, row)).isFalse();
        assertThat(ring.read(ring.oldest(), row)).isTrue();
        assertThat(row[0]).isEqualTo(ring.oldest());
    }
}
