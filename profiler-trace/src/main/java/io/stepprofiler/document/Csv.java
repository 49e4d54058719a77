package io.stepprofiler.document;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Comma-separated values by <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>: lines end in CR LF, and a
 * value that contains a comma, a quote or a line break is quoted.
 */
public final class Csv {
    private Csv() {}

    /**
     * {@return a line of texts, of lists with semicolons, and of numbers, which are empty if they are not finite}
     *
     * @param values the values
     */
    public static String line(Stream<?> values) {
        return values.map(Csv::cell).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String cell(Object value) {
        if (value instanceof Number) {
            boolean isFinite = !(value instanceof Double real) || Double.isFinite(real);
            return isFinite ? new BigDecimal(value.toString()).toPlainString() : "";
        }
        String text = value instanceof List<?> list
                ? list.stream().map(Object::toString).collect(Collectors.joining(";"))
                : value.toString();
        return quoted(harmless(wellFormed(text)));
    }

    /** Replaces halves of surrogate pairs, which UTF-8 cannot represent. */
    private static String wellFormed(String text) {
        return text.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? '\uFFFD' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Spreadsheets run text with such a beginning as a formula; after an apostrophe they treat it as text. */
    private static String harmless(String text) {
        return !text.isEmpty() && "=+-@\t\r\n".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    private static String quoted(String text) {
        boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
