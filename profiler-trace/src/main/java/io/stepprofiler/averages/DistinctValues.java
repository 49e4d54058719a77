package io.stepprofiler.averages;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Distinct values, numbered from 0 in the order of first occurrence. */
final class DistinctValues<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    /** A numbering in which {@code first} is number 0. */
    DistinctValues(T first) {
        of(first);
    }

    int of(T value) {
        Integer known = numbers.putIfAbsent(value, values.size());
        if (known != null) {
            return known;
        }
        values.add(value);
        return values.size() - 1;
    }

    T value(int number) {
        return values.get(number);
    }

    int size() {
        return values.size();
    }
}
