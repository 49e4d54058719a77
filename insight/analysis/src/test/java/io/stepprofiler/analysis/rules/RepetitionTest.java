package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepetitionTest {
    private static List<Repetition> in(String keys, int maxPeriod, int minCount) {
        return Repetition.in(keys.chars().toArray(), maxPeriod, minCount);
    }

    @Test
    void sequence_severalTimesInARow_isFoundWhereItIs() {
        assertThat(in("xxabcabcabcabcy", 5, 3)).containsExactly(new Repetition(2, 3, 4));
    }

    @Test
    void sequence_ofOne_isNotFoundOnceMoreAsOneOfTwo() {
        assertThat(in("aaaaaaaa", 5, 3)).containsExactly(new Repetition(0, 1, 8));
    }

    @Test
    void sequences_besideEachOther_areFoundInOrder() {
        assertThat(in("abababccccc", 5, 3)).containsExactly(new Repetition(0, 2, 3), new Repetition(6, 1, 5));
    }

    @Test
    void sequence_tooRarelyOrTooLong_isNotFound() {
        assertThat(in("abab", 5, 3)).isEmpty();
        assertThat(in("abcabcabc", 2, 3)).isEmpty();
        assertThat(in("", 5, 3)).isEmpty();
    }

    @Test
    void repetitions_ofAnySequence_areWhatTheySayAndDoNotOverlap() {
        Random random = new Random(3);
        for (int run = 0; run < 2000; run++) {
            int[] keys = random.ints(random.nextInt(60), 0, 3).toArray();
            int last = 0;
            for (Repetition each : Repetition.in(keys, 6, 3)) {
                assertThat(each.first()).isGreaterThanOrEqualTo(last);
                assertThat(each.count()).isGreaterThanOrEqualTo(3);
                for (int i = each.first() + each.period(); i < each.end(); i++) {
                    assertThat(keys[i]).isEqualTo(keys[i - each.period()]);
                }
                last = each.end();
            }
            assertThat(last).isLessThanOrEqualTo(keys.length);
        }
    }
}
