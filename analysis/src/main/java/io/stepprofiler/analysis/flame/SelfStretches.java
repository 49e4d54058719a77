package io.stepprofiler.analysis.flame;

import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Track;

/**
 * The stretches of time of a track that belong to one event each, the innermost, in the order of time: what {@link
 * io.stepprofiler.nesting.SelfTimes} adds up. Finished events that are not asynchronous take part.
 */
public final class SelfStretches {
    /** In place of an event where none is open. */
    public static final int NONE = OpenEvents.NONE;

    /** Takes the stretches. */
    @FunctionalInterface
    public interface Taker {
        /**
         * Takes a stretch.
         *
         * @param event index of the event, or {@link #NONE}
         * @param from its first instant, in nanoseconds on the clock of the trace
         * @param until the first instant after it
         */
        void take(int event, long from, long until);
    }

    private final OpenEvents open = new OpenEvents();
    private final Taker taker;
    private long now = Long.MIN_VALUE;

    private SelfStretches(Taker taker) {
        this.taker = taker;
    }

    /**
     * Gives the stretches of a track, from {@link Long#MIN_VALUE} to {@link Long#MAX_VALUE}, so that the first and the
     * last belong to no event.
     *
     * @param track the track
     * @param taker what takes them
     */
    public static void of(Track track, Taker taker) {
        SelfStretches stretches = new SelfStretches(taker);
        for (int i = 0; i < track.size(); i++) {
            if (!track.isAsync(i) && !track.isUnfinished(i)) {
                long start = track.startNanos(i);
                stretches.advanceTo(start);
                stretches.open.begin(i, start, start + track.durationNanos(i));
            }
        }
        stretches.advanceTo(Long.MAX_VALUE);
    }

    private void advanceTo(long instant) {
        while (open.depth() > 0 && open.innermostEnd() <= instant) {
            take(open.innermost(), open.innermostEnd());
            open.close();
        }
        take(open.innermost(), instant);
        open.closeUntil(instant);
    }

    private void take(int event, long until) {
        if (until > now) {
            taker.take(event, now, until);
            now = until;
        }
    }
}
