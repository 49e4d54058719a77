package io.stepprofiler.averages;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Options of a table of key averages.
 *
 * @param sortBy the sort key of the rows
 * @param rowLimit most rows; -1 for all
 * @param maxNameWidth most characters of the columns of names and threads, at least 10; longer texts are truncated
 * @param header a line above the table; empty for none
 * @param distribution whether there are columns for shortest, median, 99th percentile and longest
 * @param maxShapesWidth most characters of the column of input shapes, at least 10; longer texts are truncated
 * @param maxSourceWidth most characters of the column of source locations, at least 10; longer texts are truncated at
 *     the start
 * @param topLevelOnly whether to show only rows with an event inside no other event
 * @param timeScale the unit of times in text
 * @param maxWidth most characters of a line; less important columns are left out to fit, then names are truncated; -1
 *     for any
 * @param folded whether the rows of the virtual machine and of idle threads, which have no percentage, are only summed
 *     up below
 */
public record TableOptions(
        SortKey sortBy,
        int rowLimit,
        int maxNameWidth,
        String header,
        boolean distribution,
        int maxShapesWidth,
        int maxSourceWidth,
        boolean topLevelOnly,
        TimeScale timeScale,
        int maxWidth,
        boolean folded) {
    /**
     * Sorted by self time, 100 rows, names of 55, shapes of 80 and sources of 75 characters, no header, no
     * distribution, rows of all levels, each time in its own unit, lines of any width, no folded rows.
     */
    public static final TableOptions DEFAULT =
            new TableOptions(SortKey.SELF_TIME, 100, 55, "", false, 80, 75, false, TimeScale.AUTO, -1, false);

    private static final int SHORTEST = 10;
    private static final int NARROWEST = 60;

    /**
     * Checks the values.
     *
     * @param sortBy the sort key of the rows
     * @param rowLimit most rows, 0 or more; -1 for all
     * @param maxNameWidth most characters of the columns of names and threads, 10 or more
     * @param header a line above the table; empty for none
     * @param distribution whether there are columns for the distribution of durations
     * @param maxShapesWidth most characters of the column of input shapes, 10 or more
     * @param maxSourceWidth most characters of the column of source locations, 10 or more
     * @param topLevelOnly whether to show only rows with an event inside no other event
     * @param timeScale the unit of times in text
     * @param maxWidth most characters of a line, 60 or more; -1 for any
     * @param folded whether rows without a percentage are only summed up
     * @throws IllegalArgumentException if one is out of range
     */
    public TableOptions {
        Objects.requireNonNull(sortBy, "sortBy");
        Objects.requireNonNull(header, "header");
        Objects.requireNonNull(timeScale, "timeScale");
        if (rowLimit < -1) {
            throw new IllegalArgumentException("rowLimit = " + rowLimit + " is not allowed: must be -1 (all) or more");
        }
        if (maxWidth != -1 && maxWidth < NARROWEST) {
            throw new IllegalArgumentException(
                    "maxWidth = " + maxWidth + " is not allowed: must be -1 (any) or " + NARROWEST + " or more");
        }
        checkWidth("maxNameWidth", maxNameWidth);
        checkWidth("maxShapesWidth", maxShapesWidth);
        checkWidth("maxSourceWidth", maxSourceWidth);
    }

    private static void checkWidth(String name, int width) {
        if (width < SHORTEST) {
            throw new IllegalArgumentException(
                    name + " = " + width + " is not allowed: must be " + SHORTEST + " or more");
        }
    }

    /**
     * {@return these options with another order of rows}
     *
     * @param key the sort key of the rows
     */
    public TableOptions withSortBy(SortKey key) {
        return with(all -> all.sortBy = key);
    }

    /**
     * {@return these options with another number of rows}
     *
     * @param rows most rows; -1 for all
     */
    public TableOptions withRowLimit(int rows) {
        return with(all -> all.rowLimit = rows);
    }

    /**
     * {@return these options with another width of the columns of names and threads}
     *
     * @param characters most characters, at least 10
     */
    public TableOptions withMaxNameWidth(int characters) {
        return with(all -> all.maxNameWidth = characters);
    }

    /**
     * {@return these options with another line above the table}
     *
     * @param line the line; empty for none
     */
    public TableOptions withHeader(String line) {
        return with(all -> all.header = line);
    }

    /**
     * {@return these options with or without columns for shortest, median, 99th percentile and longest}
     *
     * @param shown whether there are such columns
     */
    public TableOptions withDistribution(boolean shown) {
        return with(all -> all.distribution = shown);
    }

    /**
     * {@return these options with another width of the column of input shapes}
     *
     * @param characters most characters, at least 10
     */
    public TableOptions withMaxShapesWidth(int characters) {
        return with(all -> all.maxShapesWidth = characters);
    }

    /**
     * {@return these options with another width of the column of source locations}
     *
     * @param characters most characters, at least 10
     */
    public TableOptions withMaxSourceWidth(int characters) {
        return with(all -> all.maxSourceWidth = characters);
    }

    /**
     * {@return these options with or without rows whose events are all inside other events}
     *
     * @param only whether such rows are left out
     */
    public TableOptions withTopLevelOnly(boolean only) {
        return with(all -> all.topLevelOnly = only);
    }

    /**
     * {@return these options with another unit of times}
     *
     * @param scale the unit of times in text
     */
    public TableOptions withTimeScale(TimeScale scale) {
        return with(all -> all.timeScale = scale);
    }

    /**
     * {@return these options with another width of lines}
     *
     * @param characters most characters, 60 or more; -1 for any
     */
    public TableOptions withMaxWidth(int characters) {
        return with(all -> all.maxWidth = characters);
    }

    /**
     * {@return these options with the rows of the virtual machine and of idle threads folded or not}
     *
     * @param only whether they are only summed up below the table
     */
    public TableOptions withFolded(boolean only) {
        return with(all -> all.folded = only);
    }

    private TableOptions with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.options();
    }

    /** The components, to be changed one by one. */
    private static final class Copy {
        private SortKey sortBy;
        private int rowLimit;
        private int maxNameWidth;
        private String header;
        private boolean distribution;
        private int maxShapesWidth;
        private int maxSourceWidth;
        private boolean topLevelOnly;
        private TimeScale timeScale;
        private int maxWidth;
        private boolean folded;

        private Copy(TableOptions from) {
            sortBy = from.sortBy;
            rowLimit = from.rowLimit;
            maxNameWidth = from.maxNameWidth;
            header = from.header;
            distribution = from.distribution;
            maxShapesWidth = from.maxShapesWidth;
            maxSourceWidth = from.maxSourceWidth;
            topLevelOnly = from.topLevelOnly;
            timeScale = from.timeScale;
            maxWidth = from.maxWidth;
            folded = from.folded;
        }

        private TableOptions options() {
            return new TableOptions(
                    sortBy,
                    rowLimit,
                    maxNameWidth,
                    header,
                    distribution,
                    maxShapesWidth,
                    maxSourceWidth,
                    topLevelOnly,
                    timeScale,
                    maxWidth,
                    folded);
        }
    }
}
