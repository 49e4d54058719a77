package io.stepprofiler.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlyphsTest {
    @ParameterizedTest
    @CsvSource({"UTF-8, BLOCKS", "UTF-16, BLOCKS", "US-ASCII, ASCII", "ISO-8859-1, ASCII", "IBM437, ASCII"})
    void of_aCharacterSet_isWhatCanBeShown(String charset, Glyphs expected) {
        assertThat(Glyphs.of(Charset.forName(charset))).isEqualTo(expected);
    }

    @Test
    void in_ascii_keepsPlacesAndStyles() {
        List<AttributedString> lines = TopScreen.lines(SomeFigures.state(SomeFigures.at(0)), 80, 24, Palette.COLOURS);
        for (AttributedString line : lines) {
            AttributedString shown = Glyphs.ASCII.in(line);
            assertThat(shown.toString()).matches("\\p{ASCII}*").hasSameSizeAs(line.toString());
            assertThat(shown.columnLength()).isEqualTo(line.columnLength());
            for (int i = 0; i < line.length(); i++) {
                assertThat(shown.styleAt(i)).isEqualTo(line.styleAt(i));
            }
        }
        assertThat(Glyphs.ASCII.in("▁▂█ 5 % ░ … 58.2 µs")).isEqualTo("_.# 5 % . . 58.2 us");
        assertThat(Glyphs.BLOCKS.in("▁▂█")).isEqualTo("▁▂█");
    }
}
