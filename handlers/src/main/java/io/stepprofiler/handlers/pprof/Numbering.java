package io.stepprofiler.handlers.pprof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives equal values one number, from 0, in the order in which they are first asked for. */
final class Numbering<T> {
    private final Map<T, Integer> numbers = new HashMap<>();
    private final List<T> values = new ArrayList<>();

    int of(T value) {
        Integer known = numbers.putIfAbsent(value, values.size());
        if (known != null) {
            return known;
        }
        values.add(value);
        return values.size() - 1;
    }

    T get(int number) {
        return values.get(number);
    }

    List<T> all() {
        return values;
    }
}
