package io.stepprofiler.handlers.chrome;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;

/** Java strings as JSON in UTF-8 that every reader takes. */
final class JsonText {
    /** What Unicode has for a character that cannot be represented. */
    private static final int REPLACEMENT = 0xFFFD;

    private JsonText() {}

    /** A text as a JSON string, with its quotes. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, json);
        return json.append('"').toString();
    }

    /** A number as JSON; what JSON has no number for becomes a string. */
    static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : '"' + Double.toString(value) + '"';
    }

    /**
     * A JSON text in UTF-8, representable. The delete character, which JSON allows and Perfetto takes for an error, is
     * escaped; it occurs in strings only.
     */
    static byte[] utf8(String json) {
        String safe = json.indexOf('\u007f') < 0 ? json : json.replace("\u007f", "\\u007f");
        return representable(safe).getBytes(StandardCharsets.UTF_8);
    }

    /** A text with U+FFFD for halves of surrogate pairs, which UTF-8 cannot hold; Java would write them as '?'. */
    static String representable(String text) {
        if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
            return text;
        }
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point)
                .forEach(result::appendCodePoint);
        return result.toString();
    }
}
