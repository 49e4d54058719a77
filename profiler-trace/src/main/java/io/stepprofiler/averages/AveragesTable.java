package io.stepprofiler.averages;

import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Key averages as a text table like {@code torch.profiler}'s: columns 12 wide, two apart, right-aligned; columns of
 * texts as wide as the longest text and a little more, up to a limit.
 */
final class AveragesTable {
    private static final int WIDTH = 12;
    private static final int MARGIN = 4;
    private static final String GAP = "  ";

    /** Columns that a narrow table leaves out, the first ones first. */
    private static final List<Column> LEAST = List.of(
            Column.CPU_TOTAL_PERCENT,
            Column.CPU_AVERAGE,
            Column.SAMPLED_TOTAL,
            Column.JAVA_ALLOCATION,
            Column.SELF_DEVICE_PERCENT,
            Column.DEVICE_AVERAGE,
            Column.TENSOR_CORES,
            Column.SELF_DEVICE_MEMORY,
            Column.SELF_CPU_MEMORY,
            Column.KIND,
            Column.DOMAIN,
            Column.OVERLOAD,
            Column.SELF_JAVA_ALLOCATION,
            Column.MIN,
            Column.P99,
            Column.SELF_SAMPLED,
            Column.DEVICE_MEMORY,
            Column.CPU_MEMORY,
            Column.FLOPS,
            Column.P50,
            Column.MAX,
            Column.TENSOR_CORES_PERCENT,
            Column.DEVICE_TOTAL,
            Column.INPUT_SHAPES,
            Column.THREAD,
            Column.STREAM,
            Column.SOURCE,
            Column.SELF_DEVICE,
            Column.CPU_TOTAL);

    private static final int NARROW = 9;
    private static final int SHORT_NAME = 30;
    private static final int SHORTEST_NAME = 10;
    private static final String CUT = "...";

    private final Report report;
    private final CellText text;
    private final List<Column> columns;
    private final List<Integer> widths = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();

    AveragesTable(Report given) {
        columns = new ArrayList<>(given.columns());
        report = isNarrow(given) ? given.withMaxNameWidth(fit(given)) : given;
        text = new CellText(report);
        columns.forEach(column -> widths.add(width(report, column)));
    }

    private static boolean isNarrow(Report report) {
        return report.options().maxWidth != -1;
    }

    /** Leaves out columns until names have room, and returns their width. */
    private int fit(Report given) {
        int wanted = Math.min(width(given, Column.NAME), SHORT_NAME);
        int room = given.options().maxWidth;
        for (Column column : columns) {
            room -= column == Column.NAME ? 0 : GAP.length() + width(given, column);
        }
        for (Column least : LEAST) {
            if (room >= wanted) {
                break;
            }
            if (columns.remove(least)) {
                room += GAP.length() + width(given, least);
            }
        }
        return Math.max(SHORTEST_NAME, Math.min(given.options().maxNameWidth, room));
    }

    String print() {
        String rule = rule();
        String header = report.options().header;
        if (!header.isEmpty()) {
            out.append("=".repeat(rule.length())).append('\n');
            header.lines().forEach(this::free);
        }
        out.append(rule).append('\n');
        line(columns.stream().map(text::title).toList());
        out.append(rule).append('\n');
        report.rows().forEach(this::row);
        out.append(rule).append('\n');
        new Footer(report).lines().forEach(this::free);
        return out.toString();
    }

    /** A line without columns. */
    private void free(String line) {
        int most = report.options().maxWidth;
        out.append(!isNarrow(report) || line.length() <= most ? line : line.substring(0, most - CUT.length()) + CUT)
                .append('\n');
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

    private static int width(Report report, Column column) {
        int limit = switch (column.format()) {
            case NAME -> report.options().maxNameWidth;
            case SHAPES -> report.options().maxShapesWidth;
            case SOURCE -> report.options().maxSourceWidth;
            default -> 0;
        };
        if (limit == 0) {
            CellText text = new CellText(report);
            int title = text.title(column).length();
            if (!isNarrow(report)) {
                return Math.max(WIDTH, title);
            }
            // A figure wider than its column would make its line wider than the table.
            int widest = Math.max(NARROW, title);
            for (KeyAverage row : report.rows()) {
                for (String cell : text.lines(column, column.value(row, report.averages()))) {
                    widest = Math.max(widest, cell.length());
                }
            }
            return widest;
        }
        int longest = report.averages().rows().stream()
                .map(row -> column.value(row, report.averages()))
                .mapToInt(AveragesTable::length)
                .max()
                .orElse(0);
        int least = isNarrow(report) ? column.title().length() : WIDTH;
        return Math.max(Math.min(longest + MARGIN, limit), column == Column.NAME ? 0 : least);
    }

    private static int length(Object value) {
        return value instanceof List<?> list
                ? list.stream().mapToInt(AveragesTable::length).max().orElse(0)
                : value.toString().length();
    }

    /** The table in GitHub's Markdown, with the cells of the text table. */
    static String markdown(Report report) {
        CellText text = new CellText(report);
        Table<KeyAverage> table = Table.of(report.rows());
        for (Column column : report.columns()) {
            String title = text.title(column);
            switch (column.format()) {
                case NAME, SHAPES, SOURCE ->
                    table.lines(title, row -> text.lines(column, column.value(row, report.averages())));
                default ->
                    table.figure(
                            title,
                            row -> text.lines(column, column.value(row, report.averages()))
                                    .get(0));
            }
        }
        Document document = new Document()
                .heading(3, CellText.line(report.options().header))
                .table(table);
        new Footer(report).lines().forEach(document::paragraph);
        return document.markdown();
    }
}
