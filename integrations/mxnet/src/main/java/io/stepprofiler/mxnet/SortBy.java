package io.stepprofiler.mxnet;

/** Figure by which the rows of a category are sorted; see {@link Profiler#dumps(boolean, DumpFormat, SortBy, boolean)}. */
public enum SortBy {
    /** The sum of times; for memory and counters the last value. */
    TOTAL,
    /** The mean. */
    AVG,
    /** The smallest. */
    MIN,
    /** The largest. */
    MAX,
    /** The number of events or samples. */
    COUNT
}
