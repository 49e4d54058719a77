package io.stepprofiler.mxnet;

/**
 * What the text of statistics is like.
 *
 * @param reset whether the statistics begin anew afterwards
 * @param format what the text looks like
 * @param sortBy what the rows of a category are sorted by
 * @param ascending whether the least comes first
 */
record DumpsOptions(boolean reset, DumpFormat format, SortBy sortBy, boolean ascending) {
    /** MXNet's defaults. */
    static final DumpsOptions TABLE = new DumpsOptions(false, DumpFormat.TABLE, SortBy.TOTAL, false);

    static final DumpsOptions JSON = new DumpsOptions(false, DumpFormat.JSON, SortBy.TOTAL, false);
}
