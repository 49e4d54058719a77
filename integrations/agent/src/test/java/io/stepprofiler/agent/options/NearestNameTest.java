package io.stepprofiler.agent.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    @ParameterizedTest
    @CsvSource({"wati, wait", "DIR, dir", "warm-up, warmup", "skip_first, skipFirst", "methode, methods", "x, ops"})
    void to_misspelledName_isTheOneMeant(String given, String meant) {
        assertThat(NearestName.to(given, List.of("ops", "dir", "wait", "warmup", "skipFirst", "methods")))
                .isEqualTo(meant);
    }

    @Test
    void distance_randomTexts_isThatOfTheDefinition() {
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            String a = text(random);
            String b = text(random);
            assertThat(NearestName.distance(a, b)).as(a + " " + b).isEqualTo(naive(a, b));
        }
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(6), 'a', 'd')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static int naive(String a, String b) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.length() + b.length();
        }
        int same = a.charAt(0) == b.charAt(0) ? 0 : 1;
        return Math.min(
                same + naive(a.substring(1), b.substring(1)),
                1 + Math.min(naive(a.substring(1), b), naive(a, b.substring(1))));
    }
}
