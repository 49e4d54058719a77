package io.stepprofiler.mxnet;

/**
 * Options of the text of statistics.
 *
 * @param reset whether the statistics begin anew afterwards
 * @param format form of the text
 * @param sortBy figure that sorts the rows of a category
 * @param ascending whether the smallest comes first
 */
record DumpsOptions(boolean reset, DumpFormat format, SortBy sortBy, boolean ascending) {
    /** MXNet's defaults. */
    static final DumpsOptions TABLE = new DumpsOptions(false, DumpFormat.TABLE, SortBy.TOTAL, false);

    static final DumpsOptions JSON = new DumpsOptions(false, DumpFormat.JSON, SortBy.TOTAL, false);
}
