package io.stepprofiler.averages;

import io.stepprofiler.trace.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The events that merely repeat the one around them: its only child, with its name. PyTorch counts an operation that
 * calls another overload of itself once, and so do we.
 *
 * <p>An only child directly follows its parent; what has to be watched is whether another one comes. That takes a bit for
 * each event up to the last repeat.
 */
final class Repeats {
    private final BitSet repeats = new BitSet();

    // The ends of pairs of parent and child that may turn out to have a sibling, the innermost last.
    private long[] parentEnds = new long[8];
    private long[] childEnds = new long[8];
    private int[] children = new int[8];
    private int depth;

    /** Finds those of a thread or lane; work of devices is not called by other work. */
    Repeats(Trace trace, Track track) {
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

    /** Whether an event repeats the one around it. */
    boolean contains(int event) {
        return repeats.get(event);
    }

    private void watch(int child, long childEnd, long parentEnd) {
        if (depth == children.length) {
            parentEnds = Arrays.copyOf(parentEnds, depth * 2);
            childEnds = Arrays.copyOf(childEnds, depth * 2);
            children = Arrays.copyOf(children, depth * 2);
        }
        parentEnds[depth] = parentEnd;
        childEnds[depth] = childEnd;
        children[depth++] = child;
    }

    /** Decides what an event decides that is inside a parent as another child, or not inside it any more. */
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
