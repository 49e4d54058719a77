package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CorrelationsTest {
    private static final long MASK = 0xffff_ffffL;

    private final Correlations correlations = new Correlations();

    @Test
    void numbers_thatBeginAgain_staySeveral() {
        assertThat(correlations.of(MASK)).isEqualTo(MASK);
        assertThat(correlations.of(2)).isEqualTo(MASK + 3);
        assertThat(correlations.of(MASK - 1)).isEqualTo(MASK - 1);
        assertThat(correlations.of(2)).isEqualTo(MASK + 3);
    }

    @Test
    void numberOfTheRoundBefore_afterAnEarlyFirst_isNotNegative() {
        assertThat(correlations.of(1)).isEqualTo(1);

        long before = correlations.of(MASK);

        assertThat(before).isPositive().isNotEqualTo(MASK);
        assertThat(correlations.of(MASK)).isEqualTo(before);
        assertThat(correlations.of(1)).isEqualTo(1);
    }

    @Test
    void none_staysNone() {
        assertThat(correlations.of(0)).isEqualTo(-1);
    }

    @Test
    void callsAndTheirWork_inAnyOrderThatIsNear_agree() {
        Random random = new Random(7);
        Set<Long> seen = new HashSet<>();
        long call = MASK - 5000;
        for (int i = 0; i < 10_000; i++) {
            call += 1 + random.nextInt(3);
            if ((call & MASK) == 0) {
                continue;
            }
            long ofCall = correlations.of(call & MASK);
            assertThat(seen.add(ofCall)).isTrue();
            // Work of an earlier call comes in between.
            correlations.of((call - random.nextInt(2000)) & MASK);
            assertThat(correlations.of(call & MASK)).isEqualTo(ofCall);
        }
    }
}
