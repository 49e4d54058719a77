package io.stepprofiler.handlers.stacks;

import io.stepprofiler.trace.Track;
import java.util.Arrays;

/** Which event of a track is innermost at a moment, for moments that never go back: the open one that began last, of those with
 * an end. */
final class InnermostEvents {
    /** Where no event is open. */
    static final int NONE = -1;

    private final Track track;
    private int[] open = new int[64];
    private int depth;
    private int next;

    InnermostEvents(Track track) {
        this.track = track;
    }

    /** An event is open from its start to its end, both included. */
    int at(long nanos) {
        while (next < track.size() && track.startNanos(next) <= nanos) {
            closeBefore(track.startNanos(next));
            if (!track.isAsync(next) && !track.isUnfinished(next)) {
                push(next);
            }
            next++;
        }
        closeBefore(nanos);
        return depth == 0 ? NONE : open[depth - 1];
    }

    private void closeBefore(long nanos) {
        while (depth > 0 && track.startNanos(open[depth - 1]) + track.durationNanos(open[depth - 1]) < nanos) {
            depth--;
        }
    }

    private void push(int event) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = event;
    }
}
