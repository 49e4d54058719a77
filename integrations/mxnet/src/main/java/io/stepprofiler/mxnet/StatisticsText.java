package io.stepprofiler.mxnet;

import io.stepprofiler.trace.OneLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints statistics in MXNet's layouts: as a table with four decimals, and as JSON with all of them. */
final class StatisticsText {
    private static final int NAME_WIDTH = 25;
    private static final int WIDTH = 16;
    private static final int DECIMALS = 4;

    private final Statistics statistics;
    private final DumpsOptions options;
    private final StringBuilder out = new StringBuilder();

    StatisticsText(Statistics statistics, DumpsOptions options) {
        this.statistics = statistics;
        this.options = options;
    }

    String print() {
        switch (options.format()) {
            case TABLE -> printTable();
            case JSON -> printJson();
            default -> throw new IllegalArgumentException(options.format().name());
        }
        return out.toString();
    }

    private void printTable() {
        out.append("\nProfile Statistics:\n\tNote the difference in units for different entries.\n");
        statistics
                .sorted(options.sortBy(), options.ascending())
                .forEach((category, byUnit) -> byUnit.forEach((unit, rows) -> printCategory(category, unit, rows)));
    }

    private void printCategory(String category, Unit unit, List<Statistics.Row> rows) {
        out.append(OneLine.of(category)).append('\n').append("=".repeat(17)).append('\n');
        List<String> headings = unit.hasTotal()
                ? List.of("Total Count", unit.totalHeading(), unit.minHeading(), unit.maxHeading(), unit.avgHeading())
                : List.of("Total Count", unit.minHeading(), unit.maxHeading(), unit.avgHeading());
        printLine("Name", headings);
        printLine(
                "----", headings.stream().map(each -> "-".repeat(each.length())).toList());
        for (Statistics.Row row : rows) {
            Series series = row.series();
            List<String> cells = new ArrayList<>();
            cells.add(Long.toString(series.count()));
            if (unit.hasTotal()) {
                cells.add(cell(unit, series.total()));
            }
            cells.add(cell(unit, series.min()));
            cells.add(cell(unit, series.max()));
            cells.add(cell(unit, series.mean()));
            printLine(OneLine.of(row.name()), cells);
        }
        out.append('\n');
    }

    private void printLine(String name, List<String> cells) {
        out.append(name).append(" ".repeat(Math.max(NAME_WIDTH - name.length(), 0)));
        for (String cell : cells) {
            out.append(' ')
                    .append(" ".repeat(Math.max(WIDTH - cell.length(), 0)))
                    .append(cell);
        }
        out.append('\n');
    }

    private static String cell(Unit unit, double value) {
        return unit.shown(value)
                .map(shown -> shown.setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString())
                .orElseGet(() -> Double.toString(value));
    }

    private void printJson() {
        out.append('{');
        for (Unit unit : Unit.values()) {
            out.append(Json.quoted(unit.json())).append(":{");
            String comma = "";
            for (Map.Entry<String, List<Statistics.Row>> category : statistics
                    .sorted(unit, options.sortBy(), options.ascending())
                    .entrySet()) {
                out.append(comma).append(Json.quoted(category.getKey())).append(":{");
                printRows(unit, category.getValue());
                out.append('}');
                comma = ",";
            }
            out.append("},");
        }
        out.append("\"Unit\":{\"Time\":\"ms\",\"Memory\":\"kB\"}}");
    }

    private void printRows(Unit unit, List<Statistics.Row> rows) {
        String comma = "";
        for (Statistics.Row row : rows) {
            Series series = row.series();
            out.append(comma)
                    .append(Json.quoted(row.name()))
                    .append(":{\"Count\":")
                    .append(series.count());
            if (unit.hasTotal()) {
                printMember("Total", unit, series.total());
            }
            printMember("Min", unit, series.min());
            printMember("Max", unit, series.max());
            printMember("Avg", unit, series.mean());
            out.append('}');
            comma = ",";
        }
    }

    private void printMember(String name, Unit unit, double value) {
        String number =
                unit.shown(value).map(shown -> plain(shown)).orElse("null"); // JSON has no other for what is no number.
        out.append(",\"").append(name).append("\":").append(number);
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
