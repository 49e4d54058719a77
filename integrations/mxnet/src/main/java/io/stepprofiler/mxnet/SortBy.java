package io.stepprofiler.mxnet;

/** Figure by which the rows of a category are sorted; see {@link Profiler#dumps(boolean, DumpFormat, SortBy, boolean)}. */
public enum SortBy {
    /** The times added up; of memory and counters the last value. */
    TOTAL,
    /** The mean. */
    AVG,
    /** The least. */
    MIN,
    /** The largest. */
    MAX,
    /** The number of events or samples. */
    COUNT
}
