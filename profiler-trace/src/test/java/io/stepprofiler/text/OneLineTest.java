package io.stepprofiler.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OneLineTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "conv1", "Größe 層 😀", "C:\\dir \"x\""})
    void of_whatAnybodyMayRead_isTheText(String text) {
        assertThat(OneLine.of(text)).isSameAs(text);
    }

    @ParameterizedTest
    @CsvSource({
        "a%nb, a\\u000ab",
        "%e[31mred, \\u001b[31mred",
        "x%9by, x\\u009by",
        "x%sy, x\\u2028y",
        "x%ry, x\\u202ey",
        "x%hy, x\\ud800y",
        "x%ty, x\\u0009y"
    })
    void of_whatBreaksOrControls_isShownByItsNumber(String coded, String shown) {
        String text = coded.replace("%n", "\n")
                .replace("%e", "\u001b")
                .replace("%9b", "\u009b")
                .replace("%s", "\u2028")
                .replace("%r", "\u202e")
                .replace("%h", "\ud800")
                .replace("%t", "\t");
        assertThat(OneLine.of(text)).isEqualTo(shown);
    }
}
