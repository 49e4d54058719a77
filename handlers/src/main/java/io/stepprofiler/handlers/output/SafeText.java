package io.stepprofiler.handlers.output;

import java.nio.charset.StandardCharsets;

/** Java strings that UTF-8 can hold. */
public final class SafeText {
    /** Unicode's replacement for a character that cannot be represented. */
    private static final int REPLACEMENT = 0xFFFD;

    private SafeText() {}

    /**
     * {@return the text with U+FFFD for halves of surrogate pairs, which UTF-8 cannot hold}
     *
     * @param text any text
     */
    public static String of(String text) {
        if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            return text;
        }
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point)
                .forEach(safe::appendCodePoint);
        return safe.toString();
    }

    /**
     * {@return the text in UTF-8, with U+FFFD for halves of surrogate pairs}
     *
     * @param text any text
     */
    public static byte[] utf8(String text) {
        return of(text).getBytes(StandardCharsets.UTF_8);
    }
}
