package io.stepprofiler.averages;

import java.util.Objects;

/**
 * How a table of key averages looks.
 *
 * @param sortBy what the rows are sorted by
 * @param rowLimit most rows; -1 for all
 * @param maxNameWidth most characters of the name column, at least 10; longer names are cut
 * @param header a line above the table; empty for none
 * @param distribution whether there are columns for shortest, median, 99th percentile and longest
 */
public record TableOptions(SortKey sortBy, int rowLimit, int maxNameWidth, String header, boolean distribution) {
    /** Sorted by self time, 100 rows, names of 55 characters, no header, no distribution. */
    public static final TableOptions DEFAULT = new TableOptions(SortKey.SELF_TIME, 100, 55, "", false);

    private static final int SHORTEST_NAME = 10;

    /**
     * Checks the values.
     *
     * @param sortBy what the rows are sorted by
     * @param rowLimit most rows, 0 or more; -1 for all
     * @param maxNameWidth most characters of the name column, 10 or more
     * @param header a line above the table; empty for none
     * @param distribution whether there are columns for the distribution of durations
     * @throws IllegalArgumentException if one is out of range
     */
    public TableOptions {
        Objects.requireNonNull(sortBy, "sortBy");
        Objects.requireNonNull(header, "header");
        if (rowLimit < -1) {
            throw new IllegalArgumentException("rowLimit = " + rowLimit + " is not allowed: must be -1 (all) or more");
        }
        if (maxNameWidth < SHORTEST_NAME) {
            throw new IllegalArgumentException(
                    "maxNameWidth = " + maxNameWidth + " is not allowed: must be " + SHORTEST_NAME + " or more");
        }
    }

    /**
     * {@return these options with another order of rows}
     *
     * @param key what the rows are sorted by
     */
    public TableOptions withSortBy(SortKey key) {
        return new TableOptions(key, rowLimit, maxNameWidth, header, distribution);
    }

    /**
     * {@return these options with another number of rows}
     *
     * @param rows most rows; -1 for all
     */
    public TableOptions withRowLimit(int rows) {
        return new TableOptions(sortBy, rows, maxNameWidth, header, distribution);
    }

    /**
     * {@return these options with another width of the name column}
     *
     * @param characters most characters of a name, at least 10
     */
    public TableOptions withMaxNameWidth(int characters) {
        return new TableOptions(sortBy, rowLimit, characters, header, distribution);
    }

    /**
     * {@return these options with another line above the table}
     *
     * @param line the line; empty for none
     */
    public TableOptions withHeader(String line) {
        return new TableOptions(sortBy, rowLimit, maxNameWidth, line, distribution);
    }

    /**
     * {@return these options with or without columns for shortest, median, 99th percentile and longest}
     *
     * @param shown whether there are such columns
     */
    public TableOptions withDistribution(boolean shown) {
        return new TableOptions(sortBy, rowLimit, maxNameWidth, header, shown);
    }
}
