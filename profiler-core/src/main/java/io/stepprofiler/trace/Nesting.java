package io.stepprofiler.trace;

import java.util.Arrays;

/**
 * Which event of a track is inside which: the parent of an event is the innermost one that began before it, or with it,
 * and does not end before it does.
 *
 * <p>Events that touch are siblings, and so are those that overlap partially. Asynchronous events are nobody's parent or
 * child; unfinished ones reach as far as they are shown to.
 */
public final class Nesting {
    /** In place of a parent where there is none. */
    public static final int ROOT = -1;

    private final Track track;
    private int[] open = new int[64];
    private int depth;

    private Nesting(Track track) {
        this.track = track;
    }

    /**
     * {@return for each event of a track the index of its parent, or {@link #ROOT}}
     *
     * <p>Takes linear time for events that nest.
     *
     * @param track the track
     */
    public static int[] parents(Track track) {
        return new Nesting(track).parents();
    }

    private int[] parents() {
        int[] parents = new int[track.size()];
        for (int i = 0; i < parents.length; i++) {
            if (track.isAsync(i)) {
                parents[i] = ROOT;
                continue;
            }
            closeUntil(track.startNanos(i));
            parents[i] = innermostAround(i);
            push(i);
        }
        return parents;
    }

    private void closeUntil(long time) {
        while (depth > 0 && end(open[depth - 1]) <= time) {
            depth--;
        }
    }

    private int innermostAround(int event) {
        long start = track.startNanos(event);
        long end = end(event);
        for (int level = depth - 1; level >= 0; level--) {
            int candidate = open[level];
            if (end(candidate) > start && end(candidate) >= end) {
                return candidate;
            }
        }
        return ROOT;
    }

    private void push(int event) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = event;
    }

    private long end(int event) {
        return track.startNanos(event) + track.durationNanos(event);
    }
}
