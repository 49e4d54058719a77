package io.stepprofiler.columns;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Distinct values, numbered from 0 in the order in which they first occurred. */
final class InternTable<T> {
    private final Map<T, Integer> ids = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    int idOf(T value) {
        Integer known = ids.putIfAbsent(value, values.size());
        if (known != null) {
            return known;
        }
        values.add(value);
        return values.size() - 1;
    }

    T value(int id) {
        return values.get(id);
    }

    int size() {
        return values.size();
    }
}
