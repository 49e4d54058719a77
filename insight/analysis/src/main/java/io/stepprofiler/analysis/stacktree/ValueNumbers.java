package io.stepprofiler.analysis.stacktree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers of values, such as frames, from 0, in the order of their first requests; equal values have one number.
 *
 * @param <T> the type of the values, with an {@code equals}
 */
public final class ValueNumbers<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    /** No value has a number yet. */
    public ValueNumbers() {}

    /**
     * {@return the number of a value}
     *
     * @param value the value
     */
    public int of(T value) {
        Integer known = numbers.putIfAbsent(value, values.size());
        if (known != null) {
            return known;
        }
        values.add(value);
        return values.size() - 1;
    }

    /**
     * {@return a value}
     *
     * @param number its number
     */
    public T get(int number) {
        return values.get(number);
    }

    /** {@return the values so far, by their numbers} */
    public List<T> all() {
        return Collections.unmodifiableList(values);
    }
}
