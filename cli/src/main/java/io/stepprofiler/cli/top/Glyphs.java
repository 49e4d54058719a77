package io.stepprofiler.cli.top;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** What bars, spark lines and units are made of: blocks and a micro sign, or ASCII where those cannot be shown. */
public enum Glyphs {
    /** As they are. */
    BLOCKS,
    /** A character of ASCII in place of each. */
    ASCII;

    private static final String SHAPES = "▁▂▃▄▅▆▇█░…µ";
    private static final String INSTEAD = "_.-~=+*#..u";

    /**
     * {@return those that can be shown in a character set}
     *
     * @param charset the character set
     */
    public static Glyphs of(Charset charset) {
        return charset.canEncode() && charset.newEncoder().canEncode(SHAPES) ? BLOCKS : ASCII;
    }

    /** {@return those for standard output, by the character set of the system's locale} */
    public static Glyphs ofStandardOutput() {
        // The first is there from JDK 19 on, the second before it, on a terminal only.
        return of(Stream.of("stdout.encoding", "sun.stdout.encoding", "native.encoding")
                .map(System::getProperty)
                .flatMap(Stream::ofNullable)
                .findFirst()
                .flatMap(Glyphs::charset)
                .orElseGet(Charset::defaultCharset));
    }

    private static Optional<Charset> charset(String name) {
        try {
            return Optional.of(Charset.forName(name));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return Optional.empty();
        }
    }

    String in(String text) {
        return this == BLOCKS
                ? text
                : text.codePoints()
                        .map(Glyphs::instead)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
    }

    AttributedString in(AttributedString line) {
        if (this == BLOCKS) {
            return line;
        }
        AttributedStringBuilder text = new AttributedStringBuilder(line.length());
        for (int i = 0; i < line.length(); i++) {
            text.style(line.styleAt(i));
            text.append((char) instead(line.charAt(i)));
        }
        return text.toAttributedString();
    }

    private static int instead(int character) {
        int shape = SHAPES.indexOf(character);
        return shape < 0 ? character : INSTEAD.charAt(shape);
    }
}
