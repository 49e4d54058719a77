package io.stepprofiler;

import java.util.Arrays;

/**
 * Turns ticks into nanoseconds of the monotonic clock, on straight lines between readings of both.
 *
 * <p>The monotonic clock's rate is corrected all the time, by a few parts in a million; between readings a fraction of a
 * second apart that is nanoseconds. Before the first and after the last reading the nearest line goes on. The order of
 * ticks is the order of their nanoseconds. For one thread at a time: it remembers where it looked last.
 */
final class TickScale {
    private long[] ticks = new long[4];
    private long[] nanos = new long[4];
    private int size;

    // The line in use, from its first to before its last tick.
    private long from = 1;
    private long to;
    private long base;
    private double nanosPerTick = 1;

    /** A scale through one reading, which goes at the rate that the source states until there is another. */
    TickScale(ClockReading first) {
        this(first, Ticks.SOURCE.ticksPerNano());
    }

    TickScale(ClockReading first, double ticksPerNano) {
        nanosPerTick = 1 / ticksPerNano;
        add(first);
    }

    /** Adds a later reading; one at the same tick as the last, or before it, adds nothing. */
    void add(ClockReading reading) {
        if (size > 0 && (reading.ticks() <= ticks[size - 1] || reading.nanos() < nanos[size - 1])) {
            return;
        }
        if (size == ticks.length) {
            ticks = Arrays.copyOf(ticks, size * 2);
            nanos = Arrays.copyOf(nanos, size * 2);
        }
        ticks[size] = reading.ticks();
        nanos[size++] = reading.nanos();
        from = 1;
        to = 0;
    }

    /** The time of a tick. */
    long nanos(long tick) {
        if (tick < from || tick >= to) {
            seek(tick);
        }
        return base + (long) Math.floor((tick - from) * nanosPerTick);
    }

    private void seek(long tick) {
        if (size == 1) {
            from = ticks[0];
            base = nanos[0];
            to = Long.MAX_VALUE;
            return;
        }
        int found = Arrays.binarySearch(ticks, 0, size, tick);
        int line = Math.min(Math.max(found >= 0 ? found : -found - 2, 0), size - 2);
        nanosPerTick = (double) (nanos[line + 1] - nanos[line]) / (ticks[line + 1] - ticks[line]);
        from = ticks[line];
        base = nanos[line];
        to = line == size - 2 ? Long.MAX_VALUE : ticks[line + 1];
    }
}
