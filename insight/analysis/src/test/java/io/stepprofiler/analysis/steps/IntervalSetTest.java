package io.stepprofiler.analysis.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IntervalSetTest {
    private static final int END = 100;

    static List<Long> seeds() {
        return new Random(2).longs(100).boxed().toList();
    }

    private static IntervalSet random(Random random, BitSet bits) {
        IntervalSet.Builder builder = new IntervalSet.Builder();
        for (int i = random.nextInt(8); i > 0; i--) {
            int start = random.nextInt(END);
            int end = start + random.nextInt(20);
            builder.add(start, end);
            bits.set(start, end);
        }
        return builder.build();
    }

    private static void assertSameWithin(IntervalSet stretches, BitSet bits) {
        for (int from = 0; from <= END; from++) {
            for (int to = from; to <= END; to++) {
                assertThat(stretches.nanosWithin(from, to))
                        .isEqualTo(bits.get(from, to).cardinality());
            }
        }
        assertThat(stretches.nanosWithin(END, 0)).isZero();
    }

    private static BitSet bits(IntervalSet stretches) {
        BitSet bits = new BitSet();
        for (int i = 0; i < stretches.size(); i++) {
            assertThat(stretches.start(i)).isLessThan(stretches.end(i));
            assertThat(i == 0 || stretches.end(i - 1) < stretches.start(i)).isTrue();
            bits.set((int) stretches.start(i), (int) stretches.end(i));
        }
        return bits;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void operations_onAnySets_areThoseOfBits(long seed) {
        Random random = new Random(seed);
        BitSet oneBits = new BitSet();
        BitSet otherBits = new BitSet();
        IntervalSet one = random(random, oneBits);
        IntervalSet other = random(random, otherBits);
        assertThat(bits(one)).isEqualTo(oneBits);
        assertSameWithin(one, oneBits);
        assertThat(one.nanos()).isEqualTo(oneBits.cardinality());
        BitSet both = (BitSet) oneBits.clone();
        both.and(otherBits);
        assertThat(bits(one.and(other))).isEqualTo(both);
        BitSet rest = (BitSet) oneBits.clone();
        rest.andNot(otherBits);
        assertThat(bits(one.minus(other))).isEqualTo(rest);
        assertSameWithin(one.minus(other), rest);
        for (int t = 0; t < END; t++) {
            assertThat(one.contains(t)).isEqualTo(oneBits.get(t));
        }
    }
}
