package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The operations that are no nodes of the data flow because no tensor of them is known, such as those that fill new
 * memory: topmost events with a signature, in which no node is.
 */
final class Makers {
    /** One of them, with the allocations inside it that outlive it. */
    record Maker(int track, int event, long startNanos, List<Integer> made) {}

    private final List<Maker> all = new ArrayList<>();
    private final BitSet inside = new BitSet();

    Makers(Surroundings surroundings, MemoryEvents events, Operations operations, Allocations allocations) {
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

    /** Which of them each event of a track is, or is inside; -1 for none. */
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
            if (outer < 0 && !hasNode[i] && !tree.is(i, Role.MODULE) && track.signatureId(i) >= 0) {
                makers[i] = all.size();
                all.add(new Maker(trackIndex, i, track.startNanos(i), new ArrayList<>()));
            }
        }
        return makers;
    }

    /** All, in the order of their starts. */
    List<Maker> all() {
        return all;
    }

    /** Whether something was allocated inside one of them. */
    boolean isInside(int allocation) {
        return inside.get(allocation);
    }
}
