package io.stepprofiler.amount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SearchTest {
    @Test
    void search_randomValues_countsAsALoopDoes() {
        Random random = new Random(1);
        for (int round = 0; round < 500; round++) {
            long[] values = random.longs(random.nextInt(20), 0, 12).sorted().toArray();
            long limit = random.nextInt(14) - 1L;
            int below =
                    (int) Arrays.stream(values).filter(value -> value < limit).count();
            int upTo =
                    (int) Arrays.stream(values).filter(value -> value <= limit).count();
            assertThat(Search.below(limit, values.length, values)).isEqualTo(below);
            assertThat(Search.below(limit, values.length, i -> values[i])).isEqualTo(below);
            assertThat(Search.upTo(limit, values.length, values)).isEqualTo(upTo);
            assertThat(Search.upTo(limit, values.length, i -> values[i])).isEqualTo(upTo);
        }
    }

    @Test
    void upTo_theLargestLimit_isAll() {
        long[] values = {1, Long.MAX_VALUE};
        assertThat(Search.upTo(Long.MAX_VALUE, 2, values)).isEqualTo(2);
        assertThat(Search.upTo(Long.MAX_VALUE, 2, i -> values[i])).isEqualTo(2);
    }
}
