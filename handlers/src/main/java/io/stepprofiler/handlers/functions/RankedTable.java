package io.stepprofiler.handlers.functions;

import io.stepprofiler.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Table of the rows with the most time: the columns common to all tables of profiles, further ones, the name, and a
 * last line for the rows beyond the limit.
 *
 * @param <T> type of the rows
 */
final class RankedTable<T> {
    private record Column<T>(String header, Function<T, String> cell) {}

    private final String title;
    private final String singular;
    private final String plural;
    private final ToLongFunction<T> nanos;
    private final List<Column<T>> columns = new ArrayList<>();
    private final Function<T, String> name;
    private Function<T, List<String>> details = row -> List.of();

    /** The last header has the {@code singular}, the line for the remaining rows the {@code plural}. */
    RankedTable(String title, String singular, String plural, ToLongFunction<T> nanos, Function<T, String> name) {
        this.title = title;
        this.singular = singular;
        this.plural = plural;
        this.nanos = nanos;
        this.name = name;
    }

    /** Adds a column, as wide as its header. */
    RankedTable<T> column(String header, Function<T, String> cell) {
        columns.add(new Column<>(header, cell));
        return this;
    }

    /** Adds lines below each row. */
    RankedTable<T> details(Function<T, List<String>> lines) {
        details = lines;
        return this;
    }

    /** Appends the table of rows that are ordered by time, descending. */
    void appendTo(StringBuilder out, List<T> rows, int limit, int width) {
        out.append(title).append('\n').append("-".repeat(title.length())).append('\n');
        StringBuilder header = new StringBuilder("<% time> <sum %> <apply time> ");
        columns.forEach(column -> header.append(column.header).append(' '));
        int nameWidth = Math.max(0, width - header.length());
        out.append(header).append('<').append(singular).append(" name>\n");
        double total = rows.stream().mapToLong(nanos).sum();
        long sum = 0;
        for (T each : rows.subList(0, Math.min(limit, rows.size()))) {
            long time = nanos.applyAsLong(each);
            sum += time;
            out.append(right(percent("%4.1f%%", time, total), 8))
                    .append(' ')
                    .append(right(percent("%5.1f%%", sum, total), 7))
                    .append(' ')
                    .append(right(format("%7.3fs", time / 1e9), 12))
                    .append(' ');
            columns.forEach(column -> out.append(right(column.cell.apply(each), column.header.length()))
                    .append(' '));
            out.append(cut(OneLine.of(name.apply(each)), nameWidth)).append('\n');
            details.apply(each)
                    .forEach(line ->
                            out.append(cut("    " + OneLine.of(line), width)).append('\n'));
        }
        long rest = (long) total - sum;
        out.append(format(
                "   ... (remaining %d %s account for %6.2f%%(%.2fs) of the runtime)%n%n",
                Math.max(0, rows.size() - limit), plural, total == 0 ? 0 : 100 * rest / total, rest / 1e9));
    }

    private static String percent(String format, long part, double total) {
        return format(format, total == 0 ? 0 : 100 * part / total);
    }

    static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace("\r\n", "\n");
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width);
    }
}
