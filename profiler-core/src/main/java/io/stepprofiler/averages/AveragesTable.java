package io.stepprofiler.averages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** Prints key averages in the columns of {@code torch.profiler}: 12 wide, two apart, right-aligned. */
final class AveragesTable {
    private static final int WIDTH = 12;
    private static final int NAME_MARGIN = 4;
    private static final String GAP = "  ";

    private record Column(String title, BiFunction<KeyAverage, Long, String> cell) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("Self CPU %", (row, all) -> percent(row.selfNanos(), all)),
            new Column("Self CPU", (row, all) -> time(row.selfNanos())),
            new Column("CPU total %", (row, all) -> percent(row.totalNanos(), all)),
            new Column("CPU total", (row, all) -> time(row.totalNanos())),
            new Column("CPU time avg", (row, all) -> time(Math.round(row.averageNanos()))));

    private static final List<Column> DISTRIBUTION = List.of(
            new Column("CPU min", (row, all) -> time(row.minNanos())),
            new Column("CPU p50", (row, all) -> time(row.p50Nanos())),
            new Column("CPU p99", (row, all) -> time(row.p99Nanos())),
            new Column("CPU max", (row, all) -> time(row.maxNanos())));

    private static final Column CALLS = new Column("# of Calls", (row, all) -> Long.toString(row.count()));

    private final KeyAverages averages;
    private final TableOptions options;
    private final long selfTotal;

    AveragesTable(KeyAverages averages, TableOptions options) {
        this.averages = averages;
        this.options = options;
        selfTotal = averages.selfNanosTotal();
    }

    String print() {
        List<Column> columns = new ArrayList<>(COLUMNS);
        if (options.distribution()) {
            columns.addAll(DISTRIBUTION);
        }
        columns.add(CALLS);
        List<KeyAverage> rows = averages.rows().stream()
                .sorted(options.sortBy().order())
                .limit(options.rowLimit() < 0 ? Long.MAX_VALUE : options.rowLimit())
                .toList();
        int nameWidth = nameWidth();
        StringBuilder text = new StringBuilder();
        String rule = "-".repeat(nameWidth) + (GAP + "-".repeat(WIDTH)).repeat(columns.size()) + "\n";
        if (!options.header().isEmpty()) {
            text.append("=".repeat(rule.length() - 1)).append('\n');
            text.append(options.header()).append('\n');
        }
        text.append(rule).append(right("Name", nameWidth));
        columns.forEach(column -> text.append(GAP).append(right(column.title, WIDTH)));
        text.append('\n').append(rule);
        for (KeyAverage row : rows) {
            text.append(right(shortened(row.name()), nameWidth));
            columns.forEach(column -> text.append(GAP).append(right(column.cell.apply(row, selfTotal), WIDTH)));
            text.append('\n');
        }
        return text.append(rule).append(footer(rows.size())).toString();
    }

    private String footer(int shown) {
        StringBuilder text = new StringBuilder("Self CPU time total: ")
                .append(time(selfTotal))
                .append('\n');
        int hidden = averages.rows().size() - shown;
        if (hidden > 0) {
            text.append("Rows not shown: ").append(hidden).append('\n');
        }
        if (averages.unfinished() > 0) {
            text.append("Unfinished events, left out: ")
                    .append(averages.unfinished())
                    .append('\n');
        }
        if (averages.dropped() > 0) {
            text.append("Dropped events, missing here: ")
                    .append(averages.dropped())
                    .append('\n');
        }
        return text.toString();
    }

    private int nameWidth() {
        int longest = averages.rows().stream()
                .mapToInt(row -> row.name().length())
                .max()
                .orElse(0);
        return Math.min(longest + NAME_MARGIN, options.maxNameWidth());
    }

    /** The name on one line, cut to the width of its column less three and marked where it was cut. */
    private String shortened(String name) {
        String line = name.codePoints()
                .map(point -> Character.isISOControl(point) || (point >= 0xD800 && point <= 0xDFFF) ? '?' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        int most = options.maxNameWidth() - 3;
        if (line.length() < most) {
            return line;
        }
        boolean insideAPair = Character.isHighSurrogate(line.charAt(most - 1));
        return line.substring(0, insideAPair ? most - 1 : most) + "...";
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(width - text.length(), 0)) + text;
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "0.00%" : String.format(Locale.ROOT, "%.2f%%", 100.0 * part / whole);
    }

    private static String time(long nanos) {
        if (nanos >= 1_000_000_000) {
            return decimal(nanos / 1e9) + "s";
        }
        return nanos >= 1_000_000 ? decimal(nanos / 1e6) + "ms" : decimal(nanos / 1e3) + "us";
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
