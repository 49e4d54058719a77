package io.stepprofiler.analysis.memory;

import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Numbers paths of event names, from the outermost to the innermost event; equal paths have one number. */
final class ScopePaths {
    static final int ROOT = StackTree.EMPTY;

    private static final String SEPARATOR = " › ";
    private static final int SHOWN_OUTER = 4;
    private static final int SHOWN_INNER = 8;

    private final Trace trace;
    private final List<TrackTree> trees;
    private final int[][] ofEvents;
    private final StackTree paths = new StackTree();
    private final IntList depths = new IntList();
    /** Path of the outermost shown names of each path: a search for them in a deep path takes long. */
    private final IntList outer = new IntList();

    ScopePaths(Trace trace, List<TrackTree> trees) {
        this.trace = trace;
        this.trees = trees;
        ofEvents = new int[trees.size()][];
        depths.add(0);
        outer.add(ROOT);
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
            path = inside(path, tree.track().nameId(next));
            known[next] = path;
        }
        return path;
    }

    private int inside(int around, int nameId) {
        int path = paths.child(around, nameId);
        if (path == depths.size()) {
            int depth = depths.get(around) + 1;
            depths.add(depth);
            outer.add(depth <= SHOWN_OUTER ? path : outer.get(around));
        }
        return path;
    }

    /** The names of a path, the outermost first; names in the middle of a very deep path are only counted. */
    String text(int path) {
        int depth = depths.get(path);
        if (depth <= SHOWN_OUTER + SHOWN_INNER + 1) {
            return String.join(SEPARATOR, innermostNames(path, depth));
        }
        List<String> shown = innermostNames(outer.get(path), SHOWN_OUTER);
        shown.add("… " + (depth - SHOWN_OUTER - SHOWN_INNER) + " more …");
        shown.addAll(innermostNames(path, SHOWN_INNER));
        return String.join(SEPARATOR, shown);
    }

    private List<String> innermostNames(int path, int count) {
        List<String> names = new ArrayList<>();
        int at = path;
        for (int i = 0; i < count; i++) {
            names.add(trace.name(paths.frame(at)));
            at = paths.parent(at);
        }
        Collections.reverse(names);
        return names;
    }
}
