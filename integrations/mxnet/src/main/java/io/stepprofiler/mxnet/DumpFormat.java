package io.stepprofiler.mxnet;

/** Form of the text that {@link Profiler#dumps(DumpsOptions)} returns. */
public enum DumpFormat {
    /** A table for people. */
    TABLE,
    /** JSON, for programs. */
    JSON;

    /**
     * {@return the form with MXNet's name}
     *
     * @param name {@code table} or {@code json}
     * @throws IllegalArgumentException if it is another
     */
    public static DumpFormat of(String name) {
        return Texts.oneOf("format", name, values());
    }
}
