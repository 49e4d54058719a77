package io.stepprofiler.mxnet;

/** Form of the text of statistics; see {@link Profiler#dumps(boolean, DumpFormat, SortBy, boolean)}. */
public enum DumpFormat {
    /** A table to read. */
    TABLE,
    /** JSON, for programs. */
    JSON
}
