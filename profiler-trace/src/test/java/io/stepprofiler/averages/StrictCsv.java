package io.stepprofiler.averages;

import java.util.ArrayList;
import java.util.List;

/** Reads comma-separated values as RFC 4180 has them, and refuses everything else. */
final class StrictCsv {
    private final String text;
    private int at;

    private StrictCsv(String text) {
        this.text = text;
    }

    static List<List<String>> records(String text) {
        StrictCsv csv = new StrictCsv(text);
        List<List<String>> records = new ArrayList<>();
        while (csv.at < text.length()) {
            records.add(csv.line());
        }
        return records;
    }

    private List<String> line() {
        List<String> fields = new ArrayList<>();
        fields.add(field());
        while (text.charAt(at) == ',') {
            at++;
            fields.add(field());
        }
        if (!text.startsWith("\r\n", at)) {
            throw new IllegalArgumentException("no end of line at " + at);
        }
        at += 2;
        return fields;
    }

    private String field() {
        return text.charAt(at) == '"' ? quoted() : plain();
    }

    private String quoted() {
        StringBuilder field = new StringBuilder();
        while (true) {
            int quote = text.indexOf('"', at + 1);
            field.append(text, at + 1, quote);
            at = quote + 1;
            if (text.charAt(at) != '"') {
                return field.toString();
            }
            field.append('"');
        }
    }

    private String plain() {
        int from = at;
        while (",\r".indexOf(text.charAt(at)) < 0) {
            if ("\"\n".indexOf(text.charAt(at)) >= 0) {
                throw new IllegalArgumentException("unquoted at " + at);
            }
            at++;
        }
        return text.substring(from, at);
    }
}
