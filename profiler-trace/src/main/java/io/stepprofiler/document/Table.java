package io.stepprofiler.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A table: its columns, each with a function that makes its cells from the rows. Rows beyond a limit are one last row
 * with their number. If the text is too narrow, names are cut; figures never are.
 *
 * @param <T> type of the rows
 */
public final class Table<T> {
    /** Alignment of a column, and the side from which its cells may be cut. */
    enum Fit {
        FIGURE,
        NAME,
        PATH,
        /** Cells of several lines, for Markdown. */
        LINES
    }

    /** The titles or a row; a strong row stands out. */
    record Line(boolean isStrong, List<String> cells) {}

    private record Column<T>(
            Fit fit, String title, Function<? super T, String> cell, Function<List<T>, String> ofRest) {}

    private final List<T> rows;
    private final int limit;
    private final List<Column<T>> columns = new ArrayList<>();
    private Predicate<T> strong = row -> false;

    private Table(List<T> rows, int limit) {
        this.rows = rows;
        this.limit = Math.min(limit, rows.size());
    }

    /**
     * {@return a table of all rows, without columns}
     *
     * @param rows the rows
     * @param <T> type of the rows
     */
    public static <T> Table<T> of(List<T> rows) {
        return of(rows, rows.size());
    }

    /**
     * {@return a table of the first rows, without columns}
     *
     * @param rows all rows
     * @param limit most rows, without the one with the number of the others
     * @param <T> type of the rows
     */
    public static <T> Table<T> of(List<T> rows, int limit) {
        return new Table<>(List.copyOf(rows), limit);
    }

    /**
     * {@return this table, with a column of figures, which are aligned at their right}
     *
     * @param title its title
     * @param cell the figure of a row
     */
    public Table<T> figure(String title, Function<? super T, String> cell) {
        return figure(title, cell, rest -> "");
    }

    /**
     * {@return this table, with a column of figures, which are aligned at their right}
     *
     * @param title its title
     * @param cell the figure of a row
     * @param ofRest the figure of all rows beyond the limit
     */
    public Table<T> figure(String title, Function<? super T, String> cell, Function<List<T>, String> ofRest) {
        return add(Fit.FIGURE, title, cell, ofRest);
    }

    /**
     * {@return this table, with a column of names, which are cut at their end} The first such column names the rows.
     *
     * @param title its title
     * @param cell the name of a row
     */
    public Table<T> name(String title, Function<? super T, String> cell) {
        return add(Fit.NAME, title, cell, rest -> "");
    }

    /**
     * {@return this table, with a column of paths, which are cut at their start}
     *
     * @param title its title
     * @param cell the path of a row
     */
    public Table<T> path(String title, Function<? super T, String> cell) {
        return add(Fit.PATH, title, cell, rest -> "");
    }

    /**
     * {@return this table, with a column of texts of several lines}
     *
     * @param title its title
     * @param cell the lines of a row
     */
    public Table<T> lines(String title, Function<? super T, List<String>> cell) {
        return add(Fit.LINES, title, row -> String.join("\n", cell.apply(row)), rest -> "");
    }

    /**
     * {@return this table, with rows that stand out}
     *
     * @param rows selects them
     */
    public Table<T> strong(Predicate<T> rows) {
        strong = rows;
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    List<Fit> fits() {
        return columns.stream().map(Column::fit).toList();
    }

    /** The titles, then the rows. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(false, cells(Column::title)));
        for (T row : rows.subList(0, limit)) {
            lines.add(new Line(strong.test(row), cells(column -> column.cell.apply(row))));
        }
        List<T> rest = rows.subList(limit, rows.size());
        if (!rest.isEmpty()) {
            List<String> cells = new ArrayList<>(cells(column -> column.ofRest.apply(rest)));
            cells.set(Math.max(0, fits().indexOf(Fit.NAME)), rest.size() + " more");
            lines.add(new Line(false, cells));
        }
        return lines;
    }

    private List<String> cells(Function<Column<T>, String> cell) {
        return columns.stream().map(cell).toList();
    }

    private Table<T> add(Fit fit, String title, Function<? super T, String> cell, Function<List<T>, String> ofRest) {
        columns.add(new Column<>(fit, title, cell, ofRest));
        return this;
    }
}
