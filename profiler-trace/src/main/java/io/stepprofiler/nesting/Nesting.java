package io.stepprofiler.nesting;

import io.stepprofiler.trace.Track;

/**
 * Nesting of a track's events: a walk along the track that finds the parent of each event, and the innermost event at
 * instants that never go back.
 *
 * <p>Asynchronous events are no event's parent or child, and never innermost. Needs memory for the events that are open
 * at a time only, and constant time an event on average. Used by one thread.
 *
 * @see io.stepprofiler.nesting the rules
 */
public final class Nesting {
    /** Index for no event, such as the parent of an outermost event. */
    public static final int ROOT = OpenEvents.NONE;

    private final Track track;
    private final boolean finishedOnly;
    private final OpenEvents open = new OpenEvents();
    private int next;
    private int level;

    private Nesting(Track track, boolean finishedOnly) {
        this.track = track;
        this.finishedOnly = finishedOnly;
    }

    /**
     * {@return a walk along a track on which unfinished events reach as far as they are shown to}
     *
     * @param track the track
     */
    public static Nesting of(Track track) {
        return new Nesting(track, false);
    }

    /**
     * {@return a walk along a track as if its unfinished events were asynchronous: without parent and never innermost}
     *
     * @param track the track
     */
    public static Nesting ofFinished(Track track) {
        return new Nesting(track, true);
    }

    /** {@return the index of the parent of the next event, or {@link #ROOT}; events come in their order} */
    public int next() {
        int event = next++;
        if (track.isAsync(event) || (finishedOnly && track.isUnfinished(event))) {
            level = 0;
            return ROOT;
        }
        long start = track.startNanos(event);
        int parent = open.begin(event, start, start + track.durationNanos(event));
        level = open.depth() - 1;
        return parent;
    }

    /** {@return the number of events that contain the last event of {@link #next()}} */
    public int level() {
        return level;
    }

    /**
     * {@return the index of the event that is innermost at an instant, or {@link #ROOT}}
     *
     * <p>Walks on to the first event that begins after the instant.
     *
     * @param nanos the instant, in nanoseconds on the clock of the trace; not before an earlier one, nor before the
     *     start of an event that {@link #next()} has passed
     */
    public int innermostAt(long nanos) {
        return openAt(nanos).innermost();
    }

    /**
     * {@return the indices of all events that are open at an instant; to be read before the walk continues}
     *
     * <p>Walks on to the first event that begins after the instant.
     *
     * @param nanos the instant, as for {@link #innermostAt}
     */
    public OpenEvents openAt(long nanos) {
        while (next < track.size() && track.startNanos(next) <= nanos) {
            next();
        }
        open.closeUntil(nanos);
        return open;
    }

    /**
     * {@return for each event of a track the index of its parent, or {@link #ROOT}}
     *
     * <p>Takes time and memory proportional to the number of events.
     *
     * @param track the track, whose unfinished events reach as far as they are shown to
     */
    public static int[] parents(Track track) {
        return of(track).parents();
    }

    /**
     * {@return for each event of a track the index of its parent, or {@link #ROOT}, as if unfinished events were
     * asynchronous}
     *
     * <p>Takes time and memory proportional to the number of events.
     *
     * @param track the track
     */
    public static int[] finishedParents(Track track) {
        return ofFinished(track).parents();
    }

    private int[] parents() {
        int[] parents = new int[track.size()];
        for (int i = 0; i < parents.length; i++) {
            parents[i] = next();
        }
        return parents;
    }
}
