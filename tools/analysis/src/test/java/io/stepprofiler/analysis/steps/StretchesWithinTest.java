package io.stepprofiler.analysis.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.steps.Stretches.Stretch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How much of random stretches lies between any two instants. */
class StretchesWithinTest {
    private static final int LONGEST = 40;

    private static List<Stretch> random(Random random) {
        List<Stretch> stretches = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            int start = random.nextInt(LONGEST);
            stretches.add(new Stretch(start, start + random.nextInt(LONGEST - start + 1)));
        }
        return stretches;
    }

    private static BitSet bits(List<Stretch> stretches) {
        BitSet bits = new BitSet();
        stretches.forEach(stretch -> bits.set((int) stretch.start(), (int) stretch.end()));
        return bits;
    }

    private static void assertSame(Stretches stretches, BitSet bits) {
        for (int from = 0; from <= LONGEST; from++) {
            for (int to = from; to <= LONGEST; to++) {
                assertThat(stretches.nanosWithin(from, to))
                        .isEqualTo(bits.get(from, to).cardinality());
            }
        }
    }

    @Test
    void of_randomStretches_isThatOfTheirInstants() {
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            List<Stretch> stretches = random(random);
            assertSame(Stretches.of(stretches), bits(stretches));
        }
    }

    @Test
    void minus_ofRandomStretches_isTheRestOfTheirInstants() {
        Random random = new Random(2);
        for (int i = 0; i < 100; i++) {
            List<Stretch> stretches = random(random);
            List<Stretch> others = random(random);
            BitSet rest = bits(stretches);
            rest.andNot(bits(others));
            assertSame(Stretches.of(stretches).minus(Stretches.of(others)), rest);
        }
    }

    @Test
    void within_aStretchThatEndsBeforeItBegins_isNothing() {
        assertThat(Stretches.of(List.of(new Stretch(0, 10))).nanosWithin(8, 2)).isZero();
    }
}
