package io.stepprofiler.analysis.functions;

import io.stepprofiler.trace.Trace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbered places in calls: the names of the scopes and modules around an event, from the outside. */
final class Paths {
    /** Directly in the call. */
    static final int ROOT = 0;

    private record Step(int parent, String name) {}

    private final Trace trace;
    private final Map<Step, Integer> numbers = new HashMap<>();
    private final List<Step> steps = new ArrayList<>(List.of(new Step(ROOT, "")));

    /** Names of requested paths only: all prefixes of a deep path would take memory quadratic in its depth. */
    private final Map<Integer, List<String>> texts = new HashMap<>();

    Paths(Trace trace) {
        this.trace = trace;
    }

    int child(int parent, int nameId) {
        // By text: names of different kinds may be equal.
        return numbers.computeIfAbsent(new Step(parent, trace.name(nameId)), unknown -> {
            steps.add(unknown);
            return steps.size() - 1;
        });
    }

    List<String> text(int path) {
        return texts.computeIfAbsent(path, this::names);
    }

    private List<String> names(int path) {
        Deque<String> names = new ArrayDeque<>();
        for (int at = path; at != ROOT; at = steps.get(at).parent()) {
            names.addFirst(steps.get(at).name());
        }
        return List.copyOf(names);
    }
}
