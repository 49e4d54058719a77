package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.ValueNumbers;
import io.stepprofiler.trace.Trace;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbered places in calls: the names of the scopes and modules around an event, from the outside. */
final class Paths {
    /** Directly in the call. */
    static final int ROOT = StackTree.EMPTY;

    private final Trace trace;
    private final StackTree tree = new StackTree();
    private final ValueNumbers<String> names = new ValueNumbers<>();

    /** Names of requested paths only: all prefixes of a deep path would take memory quadratic in its depth. */
    private final Map<Integer, List<String>> texts = new HashMap<>();

    Paths(Trace trace) {
        this.trace = trace;
    }

    int child(int parent, int nameId) {
        // By text: names of different kinds may be equal.
        return tree.child(parent, names.of(trace.name(nameId)));
    }

    List<String> text(int path) {
        return texts.computeIfAbsent(
                path,
                known -> Arrays.stream(tree.path(known)).mapToObj(names::get).toList());
    }
}
