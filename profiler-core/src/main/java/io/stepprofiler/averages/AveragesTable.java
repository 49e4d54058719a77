package io.stepprofiler.averages;

import java.util.ArrayList;
import java.util.List;

/**
 * Prints key averages as {@code torch.profiler} does: columns 12 wide, two apart, right-aligned; those of texts as wide as
 * their longest and a little more, up to a limit.
 */
final class AveragesTable {
    private static final int WIDTH = 12;
    private static final int MARGIN = 4;
    private static final String GAP = "  ";

    private final Report report;
    private final CellText text;
    private final List<Column> columns;
    private final List<Integer> widths = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();

    AveragesTable(Report report) {
        this.report = report;
        text = new CellText(report);
        columns = report.columns();
        columns.forEach(column -> widths.add(width(column)));
    }

    String print() {
        String rule = rule();
        String header = report.options().header();
        if (!header.isEmpty()) {
            out.append("=".repeat(rule.length())).append('\n').append(header).append('\n');
        }
        out.append(rule).append('\n');
        line(columns.stream().map(text::title).toList());
        out.append(rule).append('\n');
        report.rows().forEach(this::row);
        out.append(rule).append('\n');
        new Footer(report).lines().forEach(line -> out.append(line).append('\n'));
        return out.toString();
    }

    private void row(KeyAverage row) {
        List<List<String>> cells = columns.stream()
                .map(column -> text.lines(column, column.value(row, report.averages())))
                .toList();
        int height = Math.max(1, cells.stream().mapToInt(List::size).max().orElse(1));
        for (int i = 0; i < height; i++) {
            int index = i;
            line(cells.stream()
                    .map(lines -> index < lines.size() ? lines.get(index) : "")
                    .toList());
        }
    }

    private void line(List<String> cells) {
        int start = out.length();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String space = " ".repeat(Math.max(widths.get(i) - cell.length(), 0));
            out.append(i == 0 ? "" : GAP);
            // A list of frames reads better from the left.
            boolean left = columns.get(i).format() == Column.Format.SOURCE;
            out.append(left ? cell + space : space + cell);
        }
        while (out.length() > start && out.charAt(out.length() - 1) == ' ') {
            out.setLength(out.length() - 1);
        }
        out.append('\n');
    }

    private String rule() {
        return String.join(GAP, widths.stream().map("-"::repeat).toList());
    }

    private int width(Column column) {
        int limit = switch (column.format()) {
            case NAME -> report.options().maxNameWidth();
            case SHAPES -> report.options().maxShapesWidth();
            case SOURCE -> report.options().maxSourceWidth();
            default -> 0;
        };
        if (limit == 0) {
            return Math.max(WIDTH, text.title(column).length());
        }
        int longest = report.averages().rows().stream()
                .map(row -> column.value(row, report.averages()))
                .mapToInt(AveragesTable::length)
                .max()
                .orElse(0);
        return Math.max(Math.min(longest + MARGIN, limit), column == Column.NAME ? 0 : WIDTH);
    }

    private static int length(Object value) {
        return value instanceof List<?> list
                ? list.stream().mapToInt(AveragesTable::length).max().orElse(0)
                : value.toString().length();
    }
}
