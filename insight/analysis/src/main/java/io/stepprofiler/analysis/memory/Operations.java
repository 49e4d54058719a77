package io.stepprofiler.analysis.memory;

import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The nodes of the data flow: the topmost operations whose tensors are known, over all tracks in the order of their
 * starts.
 *
 * <p>A function of the autograd engine is a node only if no operation inside it is one: it merely calls operations. A
 * module is never a node.
 */
final class Operations {
    static final int NONE = -1;

    private final List<TrackTree> trees;
    private final List<int[]> nodesOfEvents = new ArrayList<>();
    private final IntList tracks = new IntList();
    private final IntList events = new IntList();

    Operations(List<TrackTree> trees) {
        this.trees = trees;
        List<IntList> topmost = trees.stream().map(Operations::topmost).toList();
        merge(topmost);
        for (int t = 0; t < trees.size(); t++) {
            nodesOfEvents.add(
                    topmost.get(t).isEmpty()
                            ? new int[0]
                            : new int[trees.get(t).track().size()]);
        }
        spread();
    }

    /** The node events of one track. */
    private static IntList topmost(TrackTree tree) {
        IntList nodes = new IntList();
        Track track = tree.track();
        if (!track.hasSignatures()) {
            return nodes;
        }
        boolean[] surroundsTensors = new boolean[track.size()];
        for (int i = track.size() - 1; i >= 0; i--) {
            int parent = tree.parent(i);
            if (parent != TrackTree.ROOT && (surroundsTensors[i] || hasTensors(track, i))) {
                surroundsTensors[parent] = true;
            }
        }
        boolean[] covered = new boolean[track.size()];
        for (int i = 0; i < covered.length; i++) {
            int parent = tree.parent(i);
            covered[i] = parent != TrackTree.ROOT && covered[parent];
            boolean calls = tree.is(i, OperationRole.AUTOGRAD_FUNCTION) && surroundsTensors[i];
            if (!covered[i] && !calls && !tree.is(i, OperationRole.MODULE) && hasTensors(track, i)) {
                covered[i] = true;
                nodes.add(i);
            }
        }
        return nodes;
    }

    static boolean hasTensors(Track track, int event) {
        return track.tensorCount(event) > 0 && track.signatureId(event) >= 0;
    }

    private record Head(int track, int position, long nanos) {}

    private void merge(List<IntList> topmost) {
        PriorityQueue<Head> heads =
                new PriorityQueue<>(Comparator.comparingLong(Head::nanos).thenComparingInt(Head::track));
        for (int t = 0; t < topmost.size(); t++) {
            push(heads, topmost, t, 0);
        }
        while (!heads.isEmpty()) {
            Head head = heads.remove();
            long limit = heads.isEmpty() ? Long.MAX_VALUE : heads.element().nanos();
            IntList nodes = topmost.get(head.track());
            int position = head.position();
            // While this track is the earliest: mostly for many nodes, since threads alternate rarely.
            do {
                tracks.add(head.track());
                events.add(nodes.get(position++));
            } while (position < nodes.size() && startNanos(head.track(), nodes.get(position)) < limit);
            push(heads, topmost, head.track(), position);
        }
    }

    private void push(PriorityQueue<Head> heads, List<IntList> topmost, int track, int position) {
        IntList nodes = topmost.get(track);
        if (position < nodes.size()) {
            heads.add(new Head(track, position, startNanos(track, nodes.get(position))));
        }
    }

    private long startNanos(int track, int event) {
        return trees.get(track).track().startNanos(event);
    }

    /** Assigns to each event the node that it is, or is inside. */
    private void spread() {
        for (int[] nodes : nodesOfEvents) {
            Arrays.fill(nodes, NONE);
        }
        for (int node = 0; node < size(); node++) {
            nodesOfEvents.get(tracks.get(node))[events.get(node)] = node;
        }
        for (int t = 0; t < trees.size(); t++) {
            int[] nodes = nodesOfEvents.get(t);
            for (int i = 0; i < nodes.length; i++) {
                int parent = trees.get(t).parent(i);
                if (nodes[i] == NONE && parent != TrackTree.ROOT) {
                    nodes[i] = nodes[parent];
                }
            }
        }
    }

    int size() {
        return events.size();
    }

    Track track(int node) {
        return tree(node).track();
    }

    TrackTree tree(int node) {
        return trees.get(tracks.get(node));
    }

    /** Index of the track of a node. */
    int trackIndex(int node) {
        return tracks.get(node);
    }

    int event(int node) {
        return events.get(node);
    }

    long startNanos(int node) {
        return track(node).startNanos(event(node));
    }

    long endNanos(int node) {
        return tree(node).endNanos(event(node));
    }

    boolean is(int node, int role) {
        return tree(node).is(event(node), role);
    }

    /** The node that an event of a track is, or is inside; {@link #NONE} if there is none. */
    int nodeOf(int track, int event) {
        if (track < 0 || event < 0 || size() == 0) {
            return NONE;
        }
        int[] nodes = nodesOfEvents.get(track);
        return nodes.length == 0 ? NONE : nodes[event];
    }
}
