package io.stepprofiler.mxnet;

/** Figure by which {@link Profiler#dumps(DumpsOptions)} sorts the rows of a category. */
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
    COUNT;

    /**
     * {@return the figure with MXNet's name}
     *
     * @param name {@code total}, {@code avg}, {@code min}, {@code max} or {@code count}
     * @throws IllegalArgumentException if it is another
     */
    public static SortBy of(String name) {
        return Texts.oneOf("sort_by", name, values());
    }
}
