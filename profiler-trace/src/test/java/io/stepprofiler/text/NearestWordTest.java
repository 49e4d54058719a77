package io.stepprofiler.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {
    @ParameterizedTest
    @CsvSource({"input-bond,input-bound", "inputbound,input-bound", "slow,slow-steps", "gc,gc", "'',gc"})
    void nearest_ofTypedWord_takesTheFewestChanges(String typed, String nearest) {
        assertThat(NearestWord.to(typed, List.of("input-bound", "slow-steps", "gc")))
                .isEqualTo(nearest);
    }

    @Test
    void distance_ofAnyWords_isThatOfItsDefinition() {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            String one = word(random);
            String other = word(random);
            assertThat(NearestWord.distance(one, other)).as(one + " " + other).isEqualTo(naive(one, other));
        }
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--) {
            word.append((char) ('a' + random.nextInt(3)));
        }
        return word.toString();
    }

    private static int naive(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.length() + other.length();
        }
        String rest = one.substring(1);
        String otherRest = other.substring(1);
        int replaced = naive(rest, otherRest) + (one.charAt(0) == other.charAt(0) ? 0 : 1);
        return Math.min(replaced, 1 + Math.min(naive(rest, other), naive(one, otherRest)));
    }
}
