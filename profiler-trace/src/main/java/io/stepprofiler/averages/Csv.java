package io.stepprofiler.averages;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Key averages as comma-separated values by <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>: lines end in
 * CR LF, the first has the names of the columns, and a value that contains a comma, a quote or a line break is quoted.
 */
record Csv(Report report) {
    private static final String END = "\r\n";
    private static final int REPLACEMENT = 0xFFFD;

    String print() {
        List<Column> columns = report.columns();
        StringBuilder out = new StringBuilder();
        out.append(columns.stream().map(Column::key).collect(Collectors.joining(",", "", END)));
        for (KeyAverage row : report.rows()) {
            out.append(columns.stream()
                    .map(column -> cell(column.value(row, report.averages())))
                    .collect(Collectors.joining(",", "", END)));
        }
        return out.toString();
    }

    private static String cell(Object value) {
        if (value instanceof Number number) {
            return Column.plain(number, "");
        }
        String text = value instanceof List<?> list
                ? list.stream().map(Object::toString).collect(Collectors.joining(";"))
                : value.toString();
        return quoted(harmless(wellFormed(text)));
    }

    /** Replaces halves of surrogate pairs, which UTF-8 cannot represent. */
    private static String wellFormed(String text) {
        return text.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point)
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
