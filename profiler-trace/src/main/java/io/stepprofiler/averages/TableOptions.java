package io.stepprofiler.averages;

import java.util.Objects;
import java.util.function.Consumer;

/** Options of a table of key averages. Immutable: each setter returns other options. */
public final class TableOptions {
    /** Default options, which the setters name. */
    public static final TableOptions DEFAULT = new TableOptions();

    private static final int SHORTEST = 10;
    private static final int NARROWEST = 60;

    // Changed only before the object is returned to a caller.
    SortKey sortBy = SortKey.SELF_TIME;
    int rowLimit = 100;
    int maxNameWidth = 55;
    String header = "";
    boolean distribution;
    int maxShapesWidth = 80;
    int maxSourceWidth = 75;
    boolean topLevelOnly;
    TimeScale timeScale = TimeScale.AUTO;
    int maxWidth = -1;
    boolean folded;

    private TableOptions() {}

    private TableOptions with(Consumer<TableOptions> change) {
        TableOptions copy = new TableOptions();
        copy.sortBy = sortBy;
        copy.rowLimit = rowLimit;
        copy.maxNameWidth = maxNameWidth;
        copy.header = header;
        copy.distribution = distribution;
        copy.maxShapesWidth = maxShapesWidth;
        copy.maxSourceWidth = maxSourceWidth;
        copy.topLevelOnly = topLevelOnly;
        copy.timeScale = timeScale;
        copy.maxWidth = maxWidth;
        copy.folded = folded;
        change.accept(copy);
        return copy;
    }

    private static int width(String parameter, int value) {
        return checked(parameter, value, value >= SHORTEST, SHORTEST + " or more");
    }

    private static int checked(String parameter, int value, boolean allowed, String range) {
        if (!allowed) {
            throw new IllegalArgumentException(parameter + " = " + value + " is not allowed: must be " + range);
        }
        return value;
    }

    /** {@return the line above the table; empty for none} */
    public String header() {
        return header;
    }

    /**
     * {@return these options with another order of rows}
     *
     * @param key the sort key of the rows; default {@link SortKey#SELF_TIME}
     */
    public TableOptions withSortBy(SortKey key) {
        return with(all -> all.sortBy = Objects.requireNonNull(key, "sortBy"));
    }

    /**
     * {@return these options with another number of rows}
     *
     * @param rows most rows, 0 or more, or -1 for all; default 100
     */
    public TableOptions withRowLimit(int rows) {
        return with(all -> all.rowLimit = checked("rowLimit", rows, rows >= -1, "-1 (all) or more"));
    }

    /**
     * {@return these options with another width of the columns of names and threads} Longer texts are truncated.
     *
     * @param characters most characters, at least 10; default 55
     */
    public TableOptions withMaxNameWidth(int characters) {
        return with(all -> all.maxNameWidth = width("maxNameWidth", characters));
    }

    /**
     * {@return these options with another line above the table}
     *
     * @param line the line; empty for none, which is the default
     */
    public TableOptions withHeader(String line) {
        return with(all -> all.header = Objects.requireNonNull(line, "header"));
    }

    /**
     * {@return these options with or without columns for shortest, median, 99th percentile and longest}
     *
     * @param shown whether there are such columns; default false
     */
    public TableOptions withDistribution(boolean shown) {
        return with(all -> all.distribution = shown);
    }

    /**
     * {@return these options with another width of the column of input shapes} Longer texts are truncated.
     *
     * @param characters most characters, at least 10; default 80
     */
    public TableOptions withMaxShapesWidth(int characters) {
        return with(all -> all.maxShapesWidth = width("maxShapesWidth", characters));
    }

    /**
     * {@return these options with another width of the column of source locations} Longer texts are truncated at the
     * start.
     *
     * @param characters most characters, at least 10; default 75
     */
    public TableOptions withMaxSourceWidth(int characters) {
        return with(all -> all.maxSourceWidth = width("maxSourceWidth", characters));
    }

    /**
     * {@return these options with or without rows whose events are all inside other events}
     *
     * @param only whether such rows are left out; default false
     */
    public TableOptions withTopLevelOnly(boolean only) {
        return with(all -> all.topLevelOnly = only);
    }

    /**
     * {@return these options with another unit of times in text}
     *
     * @param scale the unit; default {@link TimeScale#AUTO}: each time has its own
     */
    public TableOptions withTimeScale(TimeScale scale) {
        return with(all -> all.timeScale = Objects.requireNonNull(scale, "timeScale"));
    }

    /**
     * {@return these options with another width of lines} Less important columns are left out to fit, then names are
     * truncated.
     *
     * @param characters most characters, 60 or more; -1 for any, which is the default
     */
    public TableOptions withMaxWidth(int characters) {
        return with(all -> all.maxWidth =
                checked("maxWidth", characters, characters == -1 || characters >= NARROWEST, "-1 (any) or 60 or more"));
    }

    /**
     * {@return these options with the rows of the virtual machine and of idle threads folded or not}
     *
     * @param only whether these rows, which have no percentage, are only summed up below the table; default false
     */
    public TableOptions withFolded(boolean only) {
        return with(all -> all.folded = only);
    }
}
