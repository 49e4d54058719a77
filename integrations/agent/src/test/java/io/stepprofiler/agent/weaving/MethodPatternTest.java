package io.stepprofiler.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodPatternTest {
    @ParameterizedTest
    @CsvSource({
        "com.acme.*.forward*, com.acme.net.Linear, forwardBatch, true",
        "com.acme.*.forward*, com.acme.Linear, forward, true",
        "com.acme.*.forward*, com.acme.Linear, backward, false",
        "com.acme.*.forward*, org.acme.Linear, forward, false",
        "com.acme.Net.*, com.acme.Net, step, true",
        "com.acme.Net.*, com.acme.Net, <init>, false",
        "com.acme.Net.<init>, com.acme.Net, <init>, true",
        "com.acme.Net.<init>, com.acme.Net, step, false",
        "com.acme.Outer.Inner.run, com.acme.Outer$Inner, run, true",
        "com.acme.Outer$Inner.run, com.acme.Outer$Inner, run, true",
        "com.acme.Outer.run, com.acme.Outer$Inner, run, false",
        "Main.run, Main, run, true",
        "*.run, a.b.C, run, true",
        "*.run, a.b.C, rerun, false"
    })
    void matches_classAndMethod_isWhatThePatternSays(String pattern, String type, String method, boolean matches) {
        MethodPattern named = MethodPattern.of(pattern);
        assertThat(named.matchesType(type) && named.matchesMethod(method)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "run", "a.", ".a", "a..b", "a.b()", "a.b c", "a-b.c", "a.<clinit>", "a.<init", "a/b.c"})
    void of_textThatIsNoPattern_isRefusedByName(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MethodPattern.of(text))
                .withMessage("'" + text + "' is not allowed: must be " + MethodPattern.FORM);
    }

    @Test
    void matches_randomTexts_isWhatARegularExpressionSays() {
        Random random = new Random(1);
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String pattern = text(random, "ab.*");
            String text = text(random, "ab.");
            String expression = pattern.chars()
                    .mapToObj(c -> c == '*' ? ".*" : Pattern.quote(Character.toString(c)))
                    .collect(Collectors.joining());
            boolean expected = text.matches(expression);
            matched += expected ? 1 : 0;
            assertThat(MethodPattern.matches(pattern, text))
                    .as(pattern + " on " + text)
                    .isEqualTo(expected);
        }
        assertThat(matched).isGreaterThan(1000);
    }

    @Test
    void matches_manyStars_takesNoExponentialTime() {
        String text = "a".repeat(10_000);
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(1),
                () -> assertThat(MethodPattern.matches("*a".repeat(50) + "b", text))
                        .isFalse());
    }

    private static String text(Random random, String letters) {
        return random.ints(random.nextInt(7), 0, letters.length())
                .mapToObj(i -> letters.substring(i, i + 1))
                .collect(Collectors.joining());
    }
}
