package io.stepprofiler.mxnet;

/**
 * Options of {@link Profiler#dumps(DumpsOptions)}; immutable.
 *
 * @param reset whether the statistics begin anew afterwards
 * @param format what the text looks like
 * @param sortBy what the rows of a category are sorted by
 * @param ascending whether the least comes first
 */
public record DumpsOptions(boolean reset, DumpFormat format, SortBy sortBy, boolean ascending) {
    /** MXNet's: a table by descending totals, and the statistics go on. */
    public static final DumpsOptions DEFAULT = new DumpsOptions(false, DumpFormat.TABLE, SortBy.TOTAL, false);

    /**
     * Checks that nothing is null.
     *
     * @param reset whether the statistics begin anew afterwards
     * @param format what the text looks like
     * @param sortBy what the rows of a category are sorted by
     * @param ascending whether the least comes first
     * @throws IllegalArgumentException if one is null, naming what is allowed
     */
    public DumpsOptions {
        format = Texts.given("format", format, DumpFormat.values());
        sortBy = Texts.given("sort_by", sortBy, SortBy.values());
    }

    /**
     * {@return these options, with the statistics beginning anew afterwards or not}
     *
     * @param value true to begin anew
     */
    public DumpsOptions reset(boolean value) {
        return new DumpsOptions(value, format, sortBy, ascending);
    }

    /**
     * {@return these options for another form}
     *
     * @param value what the text looks like
     */
    public DumpsOptions format(DumpFormat value) {
        return new DumpsOptions(reset, value, sortBy, ascending);
    }

    /**
     * {@return these options with another order}
     *
     * @param value what the rows of a category are sorted by
     */
    public DumpsOptions sortBy(SortBy value) {
        return new DumpsOptions(reset, format, value, ascending);
    }

    /**
     * {@return these options in the other or the same direction}
     *
     * @param value whether the least comes first
     */
    public DumpsOptions ascending(boolean value) {
        return new DumpsOptions(reset, format, sortBy, value);
    }
}
