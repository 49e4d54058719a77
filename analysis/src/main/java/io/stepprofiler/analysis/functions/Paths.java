package io.stepprofiler.analysis.functions;

import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbered places in calls: the names of the scopes and modules around, from the outside. */
final class Paths {
    /** Directly in the call. */
    static final int ROOT = 0;

    private record Step(int parent, String name) {}

    private final Trace trace;
    private final Map<Step, Integer> numbers = new HashMap<>();
    private final List<List<String>> texts = new ArrayList<>(List.of(List.of()));

    Paths(Trace trace) {
        this.trace = trace;
    }

    int child(int parent, int nameId) {
        // By text: names of several kinds may be alike.
        return numbers.computeIfAbsent(new Step(parent, trace.name(nameId)), unknown -> {
            List<String> longer = new ArrayList<>(texts.get(parent));
            longer.add(unknown.name());
            texts.add(List.copyOf(longer));
            return texts.size() - 1;
        });
    }

    List<String> text(int path) {
        return texts.get(path);
    }
}
