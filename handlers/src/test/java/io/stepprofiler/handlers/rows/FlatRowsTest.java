package io.stepprofiler.handlers.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FlatRowsTest {
    @Test
    void place_whatOverlaps_goesToRowsOfItsOwn() {
        FlatRows rows = new FlatRows(8);
        assertThat(List.of(rows.place(0, 10), rows.place(1, 3), rows.place(2, 4), rows.place(3, 5)))
                .containsExactly(0, 1, 2, 1);
        assertThat(rows.size()).isEqualTo(3);
    }

    @Test
    void place_beyondTheLimit_isNone() {
        FlatRows rows = new FlatRows(1);
        assertThat(List.of(rows.place(0, 10), rows.place(1, 2), rows.place(10, 11)))
                .containsExactly(0, FlatRows.NONE, 0);
    }

    @Test
    void place_randomEvents_needsAsManyRowsAsOverlap() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 200; round++) {
            FlatRows rows = new FlatRows(1000);
            List<long[]> placed = new ArrayList<>();
            long start = 0;
            int most = 0;
            for (int i = 0; i < 50; i++) {
                start += random.nextInt(4);
                long end = start + random.nextInt(1, 20);
                int row = rows.place(start, end);
                long at = start;
                List<long[]> open = placed.stream().filter(each -> each[2] > at).toList();
                assertThat(open).noneMatch(each -> each[0] == row);
                placed.add(new long[] {row, start, end});
                most = Math.max(most, open.size() + 1);
            }
            assertThat(rows.size()).isEqualTo(most);
        }
    }
}
