package io.stepprofiler.mxnet;

import io.stepprofiler.json.JsonText;
import io.stepprofiler.text.OneLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints statistics in MXNet's layouts: as a table with four decimals, and as JSON with all of them. */
final class StatisticsText {
    private static final int NAME_WIDTH = 25;
    private static final int WIDTH = 16;
    private static final int DECIMALS = 4;

    private final Statistics statistics;
    private final DumpsOptions options;

    StatisticsText(Statistics statistics, DumpsOptions options) {
        this.statistics = statistics;
        this.options = options;
    }

    String print() {
        return options.format() == DumpFormat.JSON ? json() : table();
    }

    private Map<String, Map<String, Statistics.Series>> rows(Unit unit) {
        return statistics.sorted(unit, options.sortBy(), options.ascending());
    }

    private String table() {
        Map<String, StringBuilder> categories = new TreeMap<>();
        for (Unit unit : Unit.values()) {
            rows(unit).forEach((category, rows) -> {
                StringBuilder out = categories.computeIfAbsent(category, created -> new StringBuilder());
                out.append(OneLine.of(category))
                        .append('\n')
                        .append("=".repeat(17))
                        .append('\n');
                List<String> headings = unit.headings();
                printLine("Name", headings, out);
                printLine(
                        "----",
                        headings.stream().map(each -> "-".repeat(each.length())).toList(),
                        out);
                rows.forEach((name, series) -> printLine(OneLine.of(name), cells(unit, series), out));
                out.append('\n');
            });
        }
        return "\nProfile Statistics:\n\tNote the difference in units for different entries.\n"
                + String.join("", categories.values());
    }

    private static List<String> cells(Unit unit, Statistics.Series series) {
        List<String> cells = new ArrayList<>(List.of(Long.toString(series.getCount())));
        for (double figure : unit.figures(series).values()) {
            cells.add(unit.shown(figure)
                    .map(shown -> shown.setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString())
                    .orElseGet(() -> Double.toString(figure)));
        }
        return cells;
    }

    private static void printLine(String name, List<String> cells, StringBuilder out) {
        out.append(name).append(" ".repeat(Math.max(NAME_WIDTH - name.length(), 0)));
        for (String cell : cells) {
            out.append(' ')
                    .append(" ".repeat(Math.max(WIDTH - cell.length(), 0)))
                    .append(cell);
        }
        out.append('\n');
    }

    private String json() {
        Map<String, String> units = new LinkedHashMap<>();
        for (Unit unit : Unit.values()) {
            units.put(unit.json(), object(rows(unit), rows -> object(rows, series -> figures(unit, series))));
        }
        units.put("Unit", "{\"Time\":\"ms\",\"Memory\":\"kB\"}");
        return object(units, text -> text);
    }

    private static <T> String object(Map<String, T> members, Function<T, String> json) {
        return members.entrySet().stream()
                .map(member -> JsonText.quoted(member.getKey()) + ":" + json.apply(member.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String figures(Unit unit, Statistics.Series series) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("Count", Long.toString(series.getCount()));
        // JSON has no infinite values and no NaN.
        unit.figures(series)
                .forEach((name, figure) -> members.put(
                        name, unit.shown(figure).map(StatisticsText::plain).orElse("null")));
        return object(members, text -> text);
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
