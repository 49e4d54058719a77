package io.stepprofiler.analysis.steps;

import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Track;

/**
 * Walk along a track for tables by step: passes the finished events to a visitor, in the order of their starts and with
 * their enclosing events, and between them the elapsed time, by innermost event and step.
 *
 * <p>Reads each event once, without allocating for it. Used by one thread.
 */
public final class TrackWalk {
    /** Stands for no event. */
    public static final int NONE = OpenEvents.NONE;

    /** Visitor of the events and times of a track. */
    public interface Visitor {
        /**
         * {@return whether an event takes part; the others are as if they did not exist}
         *
         * @param event index of the event
         */
        default boolean takes(int event) {
            return true;
        }

        /**
         * Visits an event.
         *
         * @param event index of the event
         * @param parent index of the enclosing event, or {@link #NONE}; asynchronous events have none
         * @param column the column of {@link StepAxis} in which it begins
         */
        void begin(int event, int parent, int column);

        /**
         * Visits an elapsed time; times are visited in order.
         *
         * @param event index of the innermost event, or {@link #NONE}
         * @param column the column of {@link StepAxis} of the time
         * @param nanos its duration
         */
        void pass(int event, int column, long nanos);
    }

    private final OpenEvents open = new OpenEvents();
    private final StepAxis.Instants steps;
    private final Visitor visitor;
    private long now;
    private int next;
    private int column = StepAxis.OUTSIDE;
    private long nextChange;

    private TrackWalk(StepAxis.Instants steps, Visitor visitor, long first) {
        this.steps = steps;
        this.visitor = visitor;
        now = Math.min(first, steps.change(0));
        moveColumn();
    }

    /**
     * Walks along a track.
     *
     * @param track the track
     * @param steps columns of its instants
     * @param visitor receives the events and times
     */
    public static void along(Track track, StepAxis.Instants steps, Visitor visitor) {
        TrackWalk walk = new TrackWalk(steps, visitor, track.size() == 0 ? Long.MAX_VALUE : track.startNanos(0));
        for (int i = 0; i < track.size(); i++) {
            if (!track.isUnfinished(i) && visitor.takes(i)) {
                long start = track.startNanos(i);
                walk.advanceTo(start);
                int parent = track.isAsync(i) ? NONE : walk.open.begin(i, start, start + track.durationNanos(i));
                visitor.begin(i, parent, walk.column);
            }
        }
        walk.finish();
    }

    private void advanceTo(long instant) {
        closeUntil(instant);
        pass(open.innermost(), instant);
        open.closeUntil(instant);
    }

    private void closeUntil(long instant) {
        while (open.depth() > 0 && open.innermostEnd() <= instant) {
            pass(open.innermost(), open.innermostEnd());
            open.close();
        }
    }

    private void finish() {
        closeUntil(Long.MAX_VALUE);
        pass(NONE, steps.lastChange(now));
    }

    private void pass(int event, long until) {
        while (now < until) {
            long end = Math.min(until, nextChange);
            visitor.pass(event, column, end - now);
            now = end;
            moveColumn();
        }
    }

    private void moveColumn() {
        while (next < steps.changes() && steps.change(next) <= now) {
            column = steps.columnFrom(next++);
        }
        nextChange = steps.change(next);
    }
}
