package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Operations that are no nodes of the data flow because none of their tensors is known, such as operations that fill
 * new memory: topmost events without a node inside, with a signature or the name of a framework's operation.
 */
final class AllocatingOperations {
    /** An operation, with the allocations inside it that outlive it. */
    record Maker(int track, int event, long startNanos, List<Integer> made) {}

    private final List<Maker> all = new ArrayList<>();
    private final BitSet inside = new BitSet();
    private final boolean[] isOfFramework;

    AllocatingOperations(Trace trace, MemoryEventContext surroundings, Operations operations, Allocations allocations) {
        MemoryEvents events = trace.memory();
        isOfFramework = new boolean[trace.nameCount()];
        for (int id = 0; id < isOfFramework.length; id++) {
            isOfFramework[id] = trace.kind(id) == EventKind.SCOPE && Frameworks.hasNamespace(trace.name(id));
        }
        List<TrackTree> trees = surroundings.trees();
        List<int[]> makers = new ArrayList<>();
        for (int t = 0; t < trees.size(); t++) {
            makers.add(find(t, trees.get(t), operations));
        }
        for (int e = 0; e < events.size(); e++) {
            int track = surroundings.track(e);
            int event = surroundings.innermost(e);
            if (events.action(e) == MemoryAction.ALLOCATE && track >= 0 && event >= 0) {
                int maker = makers.get(track)[event];
                if (maker >= 0) {
                    int allocation = allocations.ofEvent(e);
                    inside.set(allocation);
                    Maker found = all.get(maker);
                    if (allocations.freedNanos(allocation) >= endNanos(trees, found)) {
                        found.made().add(allocation);
                    }
                }
            }
        }
        all.sort(Comparator.comparingLong(Maker::startNanos));
    }

    private static long endNanos(List<TrackTree> trees, Maker maker) {
        return trees.get(maker.track()).endNanos(maker.event());
    }

    /** The operation that each event of a track is, or is inside; -1 for none. */
    private int[] find(int trackIndex, TrackTree tree, Operations operations) {
        Track track = tree.track();
        int[] makers = new int[track.size()];
        boolean[] hasNode = new boolean[track.size()];
        for (int i = track.size() - 1; i >= 0; i--) {
            hasNode[i] |= operations.nodeOf(trackIndex, i) != Operations.NONE;
            if (hasNode[i] && tree.parent(i) != TrackTree.ROOT) {
                hasNode[tree.parent(i)] = true;
            }
        }
        for (int i = 0; i < makers.length; i++) {
            int outer = tree.parent(i) == TrackTree.ROOT ? -1 : makers[tree.parent(i)];
            makers[i] = outer;
            if (outer < 0 && !hasNode[i] && isOperation(tree, i)) {
                makers[i] = all.size();
                all.add(new Maker(trackIndex, i, track.startNanos(i), new ArrayList<>()));
            }
        }
        return makers;
    }

    /** True if an event has a signature, or the name of a framework's operation, and is no module. */
    private boolean isOperation(TrackTree tree, int event) {
        Track track = tree.track();
        return !tree.is(event, OperationRole.MODULE)
                && (track.signatureId(event) >= 0 || (track.isThread() && isOfFramework[track.nameId(event)]));
    }

    /** All operations, in the order of their starts. */
    List<Maker> all() {
        return all;
    }

    /** True if an allocation was made inside an operation. */
    boolean isInside(int allocation) {
        return inside.get(allocation);
    }
}
