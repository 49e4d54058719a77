package io.stepprofiler.averages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongIdsTest {
    @Test
    void idOf_randomKeys_agreesWithAMap() {
        Random random = new Random(1);
        for (int bits : new int[] {3, 8, 16, 64}) {
            LongIds ids = new LongIds();
            Map<Long, Integer> expected = new HashMap<>();
            for (int i = 0; i < 20_000; i++) {
                long key = random.nextLong() >> (64 - bits);
                assertThat(ids.find(key)).isEqualTo(expected.getOrDefault(key, -1));
                expected.putIfAbsent(key, expected.size());
                assertThat(ids.idOf(key)).isEqualTo(expected.get(key));
            }
            assertThat(ids.size()).isEqualTo(expected.size());
            expected.forEach((key, id) -> assertThat(ids.key(id)).isEqualTo(key));
        }
    }

    @Test
    void pair_twoNumbers_areTakenApartAgain() {
        long pair = LongIds.pair(Integer.MAX_VALUE, 7);
        assertThat(LongIds.first(pair)).isEqualTo(Integer.MAX_VALUE);
        assertThat(LongIds.second(pair)).isEqualTo(7);
    }
}
