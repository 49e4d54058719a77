package io.stepprofiler.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressIndexTest {
    @Test
    void get_randomAddresses_isWhatAMapSays() {
        Random random = new Random(1);
        AddressIndex index = new AddressIndex();
        Map<Long, Integer> map = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            // Some by chance, some in rows as allocators give them out, and 0.
            long address = random.nextBoolean() ? random.nextLong() : (long) random.nextInt(5000) << 12;
            index.put(address, i);
            map.put(address, i);
        }

        assertThat(map)
                .allSatisfy((address, number) -> assertThat(index.get(address)).isEqualTo(number));
        assertThat(index.get(-42)).isEqualTo(AddressIndex.ABSENT);
    }
}
