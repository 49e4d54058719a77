package io.stepprofiler.nesting;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Events that merely repeat the event around them: its only child, with its name. PyTorch counts an operation that
 * calls another overload of itself once, and so do we.
 *
 * <p>An only child directly follows its parent; the search only has to watch for another child. It takes a bit for each
 * event up to the last repeat.
 */
public final class Repeats {
    private static final long[] NO_ENDS = {};
    private static final int[] NO_CHILDREN = {};

    /** Result for threads without repeats, which are most of up to a million; shared. */
    private static final Repeats NOTHING = new Repeats();

    private final BitSet repeats = new BitSet();

    // The ends of pairs of parent and child that may turn out to have a sibling, the innermost last.
    private long[] parentEnds = NO_ENDS;
    private long[] childEnds = NO_ENDS;
    private int[] children = NO_CHILDREN;
    private int depth;

    private Repeats() {}

    /**
     * {@return the repeats on a thread or lane; none on a device, whose work has no callers} Takes one pass.
     *
     * @param trace the trace
     * @param track one of its tracks
     */
    public static Repeats in(Trace trace, Track track) {
        Repeats found = new Repeats();
        found.find(trace, track);
        return found.repeats.isEmpty() ? NOTHING : found;
    }

    private void find(Trace trace, Track track) {
        boolean isOnDevice = track.device().isPresent();
        int before = -1;
        for (int i = 0; !isOnDevice && i < track.size(); i++) {
            if (!track.isAsync(i) && !track.isUnfinished(i)) {
                long start = track.startNanos(i);
                long end = start + track.durationNanos(i);
                settle(start, end);
                if (before >= 0 && track.nameId(i) == track.nameId(before)) {
                    long parentEnd = track.startNanos(before) + track.durationNanos(before);
                    if (start < parentEnd && end <= parentEnd && trace.kind(track.nameId(i)) != EventKind.WAIT) {
                        watch(i, end, parentEnd);
                    }
                }
                before = i;
            }
        }
        settle(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /**
     * {@return whether an event repeats the event around it}
     *
     * @param event index of the event on the track
     */
    public boolean contains(int event) {
        return repeats.get(event);
    }

    private void watch(int child, long childEnd, long parentEnd) {
        if (depth == children.length) {
            int capacity = Math.max(8, depth * 2);
            parentEnds = Arrays.copyOf(parentEnds, capacity);
            childEnds = Arrays.copyOf(childEnds, capacity);
            children = Arrays.copyOf(children, capacity);
        }
        parentEnds[depth] = parentEnd;
        childEnds[depth] = childEnd;
        children[depth++] = child;
    }

    /** Settles the pairs for which an event is another child of the parent, or reaches beyond the parent. */
    private void settle(long start, long end) {
        while (depth > 0) {
            boolean isOver = start >= parentEnds[depth - 1] || end > parentEnds[depth - 1];
            boolean isInChild = start < childEnds[depth - 1] && end <= childEnds[depth - 1];
            if (!isOver && isInChild) {
                return;
            }
            depth--;
            if (isOver) {
                repeats.set(children[depth]);
            }
        }
    }
}
