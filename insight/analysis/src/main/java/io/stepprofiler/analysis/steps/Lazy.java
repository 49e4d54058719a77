package io.stepprofiler.analysis.steps;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Value that is computed on the first request, and kept. Used by one thread at a time.
 *
 * @param <T> type of the value
 */
public final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> source;
    private @Nullable T value;

    /**
     * Creates a value.
     *
     * @param source computes it
     */
    public Lazy(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public T get() {
        T known = value;
        if (known == null) {
            known = source.get();
            value = known;
        }
        return known;
    }
}
