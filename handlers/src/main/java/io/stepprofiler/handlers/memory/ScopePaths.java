package io.stepprofiler.handlers.memory;

import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers for the names of the events around something, from the outermost to the innermost: equal paths, one number. */
final class ScopePaths {
    static final int ROOT = 0;

    private static final String SEPARATOR = " › ";
    private static final int SHOWN_OUTER = 4;
    private static final int SHOWN_INNER = 8;

    private record Step(int parent, int nameId) {}

    private final Trace trace;
    private final List<TrackTree> trees;
    private final int[][] ofEvents;
    private final Map<Step, Integer> numbers = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();

    ScopePaths(Trace trace, List<TrackTree> trees) {
        this.trace = trace;
        this.trees = trees;
        ofEvents = new int[trees.size()][];
        steps.add(new Step(ROOT, 0));
    }

    /** The path that ends with an event; {@link #ROOT} if there is no such event. */
    int of(int track, int event) {
        if (track < 0 || event < 0) {
            return ROOT;
        }
        TrackTree tree = trees.get(track);
        if (ofEvents[track] == null) {
            ofEvents[track] = new int[tree.track().size()];
        }
        int[] known = ofEvents[track];
        IntList unknown = new IntList();
        int outermost = event;
        while (outermost != TrackTree.ROOT && known[outermost] == ROOT) {
            unknown.add(outermost);
            outermost = tree.parent(outermost);
        }
        int path = outermost == TrackTree.ROOT ? ROOT : known[outermost];
        while (!unknown.isEmpty()) {
            int next = unknown.removeLast();
            path = number(new Step(path, tree.track().nameId(next)));
            known[next] = path;
        }
        return path;
    }

    private int number(Step step) {
        Integer known = numbers.get(step);
        if (known != null) {
            return known;
        }
        steps.add(step);
        numbers.put(step, steps.size() - 1);
        return steps.size() - 1;
    }

    /** The names of a path, the outermost first; those in the middle of a very deep one are only counted. */
    String text(int path) {
        IntList names = new IntList();
        for (int at = path; at != ROOT; at = steps.get(at).parent()) {
            names.add(steps.get(at).nameId());
        }
        List<String> shown = new ArrayList<>();
        int depth = names.size();
        int left = depth > SHOWN_OUTER + SHOWN_INNER + 1 ? depth - SHOWN_OUTER - SHOWN_INNER : 0;
        for (int level = depth - 1; level >= 0; level--) {
            if (level >= SHOWN_INNER && level < SHOWN_INNER + left) {
                if (level == SHOWN_INNER) {
                    shown.add("… " + left + " more …");
                }
            } else {
                shown.add(trace.name(names.get(level)));
            }
        }
        return String.join(SEPARATOR, shown);
    }
}
