package io.stepprofiler.mxnet;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prints statistics in MXNet's layouts: as a table with four decimals, and as JSON with all of them. */
final class StatisticsText {
    private static final int NAME_WIDTH = 25;
    private static final int WIDTH = 16;
    private static final int DECIMALS = 4;
    private static final List<String> MEMBERS = List.of("Min", "Max", "Avg");
    private static final List<String> MEMBERS_WITH_TOTAL = List.of("Total", "Min", "Max", "Avg");

    private final Statistics statistics;
    private final DumpsOptions options;

    StatisticsText(Statistics statistics, DumpsOptions options) {
        this.statistics = statistics;
        this.options = options;
    }

    String print() {
        return options.format() == DumpFormat.JSON ? json() : table();
    }

    private Map<String, List<Statistics.Row>> rows(Unit unit) {
        return statistics.sorted(unit, options.sortBy(), options.ascending());
    }

    private static List<Double> figures(Unit unit, Statistics.Series series) {
        List<Double> figures = new ArrayList<>();
        if (unit.hasTotal()) {
            figures.add(series.getSum());
        }
        figures.addAll(List.of(series.getMin(), series.getMax(), series.getAverage()));
        return figures;
    }

    private String table() {
        Map<String, StringBuilder> categories = new TreeMap<>();
        for (Unit unit : Unit.values()) {
            rows(unit)
                    .forEach((category, rows) -> printCategory(
                            category,
                            unit,
                            rows,
                            categories.computeIfAbsent(category, created -> new StringBuilder())));
        }
        return "\nProfile Statistics:\n\tNote the difference in units for different entries.\n"
                + String.join("", categories.values());
    }

    private static void printCategory(String category, Unit unit, List<Statistics.Row> rows, StringBuilder out) {
        out.append(OneLine.of(category)).append('\n').append("=".repeat(17)).append('\n');
        List<String> headings = new ArrayList<>(List.of("Total Count"));
        headings.addAll(unit.headings());
        printLine("Name", headings, out);
        printLine(
                "----", headings.stream().map(each -> "-".repeat(each.length())).toList(), out);
        for (Statistics.Row row : rows) {
            List<String> cells =
                    new ArrayList<>(List.of(Long.toString(row.series().getCount())));
            figures(unit, row.series()).forEach(figure -> cells.add(cell(unit, figure)));
            printLine(OneLine.of(row.name()), cells, out);
        }
        out.append('\n');
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

    private static String cell(Unit unit, double value) {
        return unit.shown(value)
                .map(shown -> shown.setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString())
                .orElseGet(() -> Double.toString(value));
    }

    private String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            for (Unit unit : Unit.values()) {
                json.writeObjectFieldStart(unit.json());
                for (Map.Entry<String, List<Statistics.Row>> category :
                        rows(unit).entrySet()) {
                    json.writeObjectFieldStart(category.getKey());
                    for (Statistics.Row row : category.getValue()) {
                        writeRow(row, unit, json);
                    }
                    json.writeEndObject();
                }
                json.writeEndObject();
            }
            json.writeObjectFieldStart("Unit");
            json.writeStringField("Time", "ms");
            json.writeStringField("Memory", "kB");
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Not of a text in memory.
        }
        return text.toString();
    }

    private static void writeRow(Statistics.Row row, Unit unit, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(row.name());
        json.writeNumberField("Count", row.series().getCount());
        List<String> members = unit.hasTotal() ? MEMBERS_WITH_TOTAL : MEMBERS;
        List<Double> figures = figures(unit, row.series());
        for (int i = 0; i < members.size(); i++) {
            json.writeFieldName(members.get(i));
            // JSON has no other for what is no number.
            json.writeRawValue(
                    unit.shown(figures.get(i)).map(StatisticsText::plain).orElse("null"));
        }
        json.writeEndObject();
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
