package io.stepprofiler.analysis.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CombinationsTest {
    @Test
    void combinations_ofRandomNumbers_areNumberedAsInAMap() {
        Random random = new Random(1);
        Combinations combinations = new Combinations();
        Map<List<Integer>, Integer> expected = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            int a = random.nextInt(40) - 20;
            int b = random.nextInt(3) - 1;
            int c = random.nextInt() >> random.nextInt(32);
            int d = random.nextInt(2);
            Integer known = expected.get(List.of(a, b, c, d));
            assertThat(combinations.find(a, b, c, d)).isEqualTo(known == null ? Combinations.NONE : known);
            int number = combinations.findOrAdd(a, b, c, d);
            assertThat(number).isEqualTo(known == null ? expected.size() : known);
            expected.putIfAbsent(List.of(a, b, c, d), number);
            assertThat(combinations.first(number)).isEqualTo(a);
            assertThat(combinations.second(number)).isEqualTo(b);
        }
        assertThat(combinations.size()).isEqualTo(expected.size());
    }
}
