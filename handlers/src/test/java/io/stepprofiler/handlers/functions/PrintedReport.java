package io.stepprofiler.handlers.functions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A reader of printed profiles, which knows of them only how they look: titles, headers in brackets, columns below. */
final class PrintedReport {
    private static final Pattern HEADER = Pattern.compile("<[^>]*>");

    /** The rows of each table, by its title; of tables of one title the last. */
    private final Map<String, List<Map<String, String>>> tables = new LinkedHashMap<>();

    private final Map<String, String> footers = new LinkedHashMap<>();

    PrintedReport(String text) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i + 2 < lines.size(); i++) {
            if (lines.get(i + 1).matches("-+") && lines.get(i + 2).startsWith("<")) {
                readTable(lines.get(i), lines.subList(i + 2, lines.size()));
            }
        }
    }

    private void readTable(String title, List<String> lines) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith("   ...")) {
                footers.put(title, line.strip());
                break;
            }
            if (line.isEmpty()) {
                break;
            }
            if (!line.startsWith("    input") && !line.startsWith("    output")) {
                rows.add(readRow(lines.get(0), line));
            }
        }
        tables.put(title, rows);
    }

    /** Cells are as wide as the names of their columns; the last one has the rest. */
    private static Map<String, String> readRow(String header, String line) {
        Map<String, String> row = new LinkedHashMap<>();
        Matcher column = HEADER.matcher(header);
        while (column.find()) {
            int end = column.end() == header.length() ? line.length() : column.end();
            row.put(column.group(), line.substring(column.start(), end).strip());
        }
        return row;
    }

    List<Map<String, String>> rows(String title) {
        return tables.get(title);
    }

    String footer(String title) {
        return footers.get(title);
    }
}
