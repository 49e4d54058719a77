package io.stepprofiler.json;

import java.nio.charset.StandardCharsets;

/** Values as JSON that every reader accepts. */
public final class JsonText {
    /** Unicode's replacement for half of a surrogate pair, which UTF-8 cannot hold. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final char DELETE = '\u007f';

    private JsonText() {}

    /**
     * {@return a text as a JSON string, with its quotes} Control characters are escaped, also the delete character, which
     * JSON allows and Perfetto takes for an error.
     *
     * @param text any text
     */
    public static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || c == DELETE) {
                json.append(String.format("\\u%04x", (int) c));
            } else if (!Character.isSurrogate(c)) {
                json.append(c);
            } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                json.append(c).append(text.charAt(++i));
            } else {
                json.append(REPLACEMENT);
            }
        }
        return json.append('"').toString();
    }

    /**
     * {@return a number as JSON; a string if JSON has no such number}
     *
     * @param value any number
     */
    public static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : quoted(Double.toString(value));
    }

    /**
     * {@return JSON of quoted texts in UTF-8}
     *
     * @param json text without half surrogate pairs
     */
    public static byte[] utf8(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
