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
    private final boolean finishedOnly;
    private int[] open = new int[64];
    private int depth;

    private Nesting(Track track, boolean finishedOnly) {
        this.track = track;
        this.finishedOnly = finishedOnly;
    }

    /**
     * {@return for each event of a track the index of its parent, or {@link #ROOT}}
     *
     * <p>Takes time proportional to the number of events.
     *
     * @param track the track
     */
    public static int[] parents(Track track) {
        return new Nesting(track, false).parents();
    }

    /**
     * {@return the parents of the events of a track as if those whose end is not known were not there; these have none}
     *
     * <p>Takes time proportional to the number of events.
     *
     * @param track the track
     */
    public static int[] finishedParents(Track track) {
        return new Nesting(track, true).parents();
    }

    private int[] parents() {
        int[] parents = new int[track.size()];
        for (int i = 0; i < parents.length; i++) {
            if (track.isAsync(i) || (finishedOnly && track.isUnfinished(i))) {
                parents[i] = ROOT;
                continue;
            }
            closeBefore(i);
            parents[i] = depth == 0 ? ROOT : open[depth - 1];
            push(i);
        }
        return parents;
    }

    /**
     * Forgets the open events that cannot be around this one. Those that end before it does cannot be the innermost around
     * a later one either, for this one would be further in.
     */
    private void closeBefore(int event) {
        long start = track.startNanos(event);
        long end = end(event);
        while (depth > 0 && (end(open[depth - 1]) <= start || end(open[depth - 1]) < end)) {
            depth--;
        }
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
