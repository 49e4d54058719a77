package io.stepprofiler.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The distinct texts of a trace, numbered from 0; not changed any more once a {@link Trace} holds it. */
final class NameList {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    int idOf(String text) {
        Integer known = ids.putIfAbsent(text, texts.size());
        if (known != null) {
            return known;
        }
        texts.add(text);
        return texts.size() - 1;
    }

    String text(int id) {
        return texts.get(id);
    }

    int size() {
        return texts.size();
    }
}
