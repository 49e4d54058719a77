package io.stepprofiler.nesting;

import io.stepprofiler.trace.Track;

/**
 * Self times of the events of one track: each instant is added to the innermost event.
 *
 * <p>Each event has an owner, a number to which its self time is added: the event's index, a group of events, a
 * category. For the times of a step by category, begin an event around all others, whose owner stands for the time
 * outside of them, and call {@link #advanceTo} with the start and the end of the step: the times added in between
 * belong to the step, and their sum is its duration to the nanosecond.
 *
 * <p>Starts and instants never go back; if they do, the result is undefined, and nothing is thrown. Takes constant time
 * an event on average. Used by one thread.
 *
 * @see io.stepprofiler.nesting the rules
 */
public final class SelfTimes {
    private final OpenEvents open = new OpenEvents();
    private final long[] self;
    private long now;

    /**
     * Creates self times without open events.
     *
     * @param self sums of self times, by owner; the caller may read and change them at any time
     */
    public SelfTimes(long[] self) {
        this.self = self;
    }

    /**
     * Begins an event.
     *
     * @param owner index in {@code self} that its self time is added to
     * @param start start of the event, on any clock
     * @param end end of the event on the same clock, not before its start
     */
    public void begin(int owner, long start, long end) {
        advanceTo(start);
        open.begin(owner, start, end);
    }

    /**
     * Adds all time before an instant, and ends the events that end at it or before.
     *
     * @param instant the instant, not before the last one; {@link Long#MAX_VALUE} ends all events
     */
    public void advanceTo(long instant) {
        while (open.depth() > 0) {
            long end = open.innermostEnd();
            if (end > instant) {
                self[open.innermost()] += instant - now;
                break;
            }
            self[open.innermost()] += end - now;
            now = end;
            open.close();
        }
        now = instant;
        open.closeUntil(instant);
    }

    /** {@return the events that are open at the present instant, by their owners; read-only} */
    public OpenEvents open() {
        return open;
    }

    /**
     * {@return the self time of each event of a track in nanoseconds; none for asynchronous and unfinished ones, which
     * take none from others either}
     *
     * <p>Takes time and memory proportional to the number of events.
     *
     * @param track the track
     */
    public static long[] of(Track track) {
        SelfTimes times = new SelfTimes(new long[track.size()]);
        for (int i = 0; i < track.size(); i++) {
            if (!track.isAsync(i) && !track.isUnfinished(i)) {
                long start = track.startNanos(i);
                times.begin(i, start, start + track.durationNanos(i));
            }
        }
        times.advanceTo(Long.MAX_VALUE);
        return times.self;
    }
}
