package io.stepprofiler.trace;

import java.util.Arrays;

/**
 * Which event of a track is inside which: the parent of an event is the innermost one that began before it, or with it,
 * and does not end before it does.
 *
 * <p>Events that touch are siblings, and so are those that overlap partially. Asynchronous events are nobody's parent or
 * child; unfinished ones reach as far as they are shown to. Used by one thread.
 */
public final class Nesting {
    /** In place of a parent where there is none. */
    public static final int ROOT = -1;

    private final Track track;
    private final boolean finishedOnly;
    private int[] open = new int[64];
    private long[] ends = new long[64];
    private int depth;
    private int next;
    private int level;

    private Nesting(Track track, boolean finishedOnly) {
        this.track = track;
        this.finishedOnly = finishedOnly;
    }

    /**
     * {@return a walk through the events of a track, which needs memory for the events that are open at a time only}
     *
     * @param track the track
     */
    public static Nesting of(Track track) {
        return new Nesting(track, false);
    }

    /** {@return the index of the parent of the next event, or {@link #ROOT}; events come in their order} */
    public int next() {
        int event = next++;
        if (track.isAsync(event) || (finishedOnly && track.isUnfinished(event))) {
            level = 0;
            return ROOT;
        }
        long start = track.startNanos(event);
        long end = start + track.durationNanos(event);
        closeBefore(start, end);
        level = depth;
        int parent = depth == 0 ? ROOT : open[depth - 1];
        push(event, end);
        return parent;
    }

    /** {@return how many events are around the one that {@link #next()} gave the parent of} */
    public int level() {
        return level;
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
            parents[i] = next();
        }
        return parents;
    }

    /**
     * Forgets the open events that cannot be around this one. Those that end before it does cannot be the innermost around
     * a later one either, for this one would be further in.
     */
    private void closeBefore(long start, long end) {
        while (depth > 0 && (ends[depth - 1] <= start || ends[depth - 1] < end)) {
            depth--;
        }
    }

    private void push(int event, long end) {
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
            ends = Arrays.copyOf(ends, depth * 2);
        }
        open[depth] = event;
        ends[depth++] = end;
    }
}
