package io.stepprofiler.window;

import java.time.Duration;

/**
 * Time by which something must have ended.
 *
 * @param nanos time on the clock of {@link System#nanoTime()}
 */
public record Deadline(long nanos) {
    /** Longer than any real wait, and short enough for nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    public static final Deadline NEVER = in(LONGEST);

    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + (time.compareTo(LONGEST) < 0 ? time : LONGEST).toNanos());
    }

    public boolean isOver() {
        return System.nanoTime() - nanos >= 0;
    }

    /** Returns the time that is left, 0 if it is over. */
    public Duration left() {
        return Duration.ofNanos(Math.max(nanos - System.nanoTime(), 0));
    }
}
