package io.stepprofiler.averages;

import java.util.List;
import java.util.stream.Collectors;

/** Key averages as a table of GitHub's Markdown, with the cells of the text table. */
record Markdown(Report report) {
    /** Characters with a meaning in Markdown; a pipe would end the cell. */
    private static final String SPECIAL = "\\|*_`[]~#";

    String print() {
        CellText text = new CellText(report);
        List<Column> columns = report.columns();
        StringBuilder out = new StringBuilder();
        if (!report.options().header.isEmpty()) {
            out.append("**")
                    .append(escaped(CellText.line(report.options().header)))
                    .append("**\n\n");
        }
        out.append(
                row(columns.stream().map(column -> escaped(text.title(column))).toList()));
        out.append(row(columns.stream().map(Markdown::alignment).toList()));
        for (KeyAverage row : report.rows()) {
            out.append(row(columns.stream()
                    .map(column -> cell(text.lines(column, column.value(row, report.averages()))))
                    .toList()));
        }
        new Footer(report)
                .lines()
                .forEach(line -> out.append("\n").append(escaped(line)).append('\n'));
        return out.toString();
    }

    private static String row(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String alignment(Column column) {
        return switch (column.format()) {
            case NAME, SHAPES, SOURCE -> "---";
            default -> "---:";
        };
    }

    private static String cell(List<String> lines) {
        return lines.stream().map(Markdown::escaped).collect(Collectors.joining("<br>"));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                default -> escaped.append(SPECIAL.indexOf(c) >= 0 ? "\\" : "").append(c);
            }
        }
        return escaped.toString();
    }
}
