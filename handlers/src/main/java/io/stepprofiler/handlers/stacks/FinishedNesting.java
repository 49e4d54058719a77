package io.stepprofiler.handlers.stacks;

import io.stepprofiler.trace.Nesting;
import io.stepprofiler.trace.Track;
import java.util.Arrays;

/** The {@linkplain Nesting nesting} of the events of a track as if those without an end were not there. */
final class FinishedNesting {
    private final Track track;
    private int[] open = new int[64];
    private int depth;

    private FinishedNesting(Track track) {
        this.track = track;
    }

    /** Parents as {@link Nesting#parents} has them; unfinished events have none. */
    static int[] parents(Track track) {
        for (int i = 0; i < track.size(); i++) {
            if (track.isUnfinished(i)) {
                return new FinishedNesting(track).parents();
            }
        }
        return Nesting.parents(track);
    }

    private int[] parents() {
        int[] parents = new int[track.size()];
        for (int i = 0; i < parents.length; i++) {
            if (track.isAsync(i) || track.isUnfinished(i)) {
                parents[i] = Nesting.ROOT;
                continue;
            }
            while (depth > 0 && end(open[depth - 1]) <= track.startNanos(i)) {
                depth--;
            }
            parents[i] = innermostAround(i);
            if (depth == open.length) {
                open = Arrays.copyOf(open, depth * 2);
            }
            open[depth++] = i;
        }
        return parents;
    }

    private int innermostAround(int event) {
        for (int level = depth - 1; level >= 0; level--) {
            if (end(open[level]) > track.startNanos(event) && end(open[level]) >= end(event)) {
                return open[level];
            }
        }
        return Nesting.ROOT;
    }

    private long end(int event) {
        return track.startNanos(event) + track.durationNanos(event);
    }
}
