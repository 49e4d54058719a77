package io.stepprofiler.clock;

import java.util.Arrays;

/**
 * Conversion of a counter's ticks to nanoseconds of the monotonic clock, on straight lines between readings of both;
 * the {@linkplain io.stepprofiler.clock package} lists its guarantees.
 *
 * <p>The monotonic clock's rate is corrected all the time, by a few parts in a million; between readings a fraction of
 * a second apart that is nanoseconds. After the last reading the rate of the last tenth of a second is kept, since the
 * rate of closer readings is mostly error. For one thread at a time: it caches the line that was used last.
 */
public final class TickScale {
    /** Readings this far apart determine the rate to a part in a million. */
    static final long SETTLED_NANOS = 100_000_000;

    private final ClockCheck check;
    private final TickRate ownRate;

    private long[] ticks = new long[4];
    private long[] nanos = new long[4];
    /** Rate of the line that begins at each reading. */
    private TickRate[] rates = new TickRate[4];

    private int size;
    private long errorNanos;

    // The line in use, from its first to before its last tick; empty at first.
    private long from = 1;
    private long to;
    private long originTick;
    private long originNanos;
    private TickRate rate;

    /**
     * A scale through one reading of the clock that recording reads.
     *
     * @param first the reading
     */
    public TickScale(ClockReading first) {
        this(first.reading(), Ticks.SOURCE.ticksPerNano(), Ticks.describe());
    }

    /**
     * A scale through one reading of any counter.
     *
     * @param first the reading
     * @param ticksPerNano rate of the counter, above 0; used before the first reading, and after the last while the
     *     readings span less than a tenth of a second
     * @param clock name of the counter in {@link #describe()}
     */
    public TickScale(TickReading first, double ticksPerNano, String clock) {
        check = new ClockCheck(clock, ticksPerNano);
        ownRate = TickRate.of(ticksPerNano);
        rate = ownRate;
        add(first);
    }

    /**
     * Adds a later reading.
     *
     * @param reading the reading; one at the same moment as the last, or before it, adds nothing
     */
    public void add(TickReading reading) {
        check.add(reading.ticks(), reading.nanos());
        errorNanos = Math.max(errorNanos, reading.errorNanos());
        if (size > 0 && (reading.ticks() <= ticks[size - 1] || reading.nanos() < nanos[size - 1])) {
            return;
        }
        if (size == ticks.length) {
            ticks = Arrays.copyOf(ticks, size * 2);
            nanos = Arrays.copyOf(nanos, size * 2);
            rates = Arrays.copyOf(rates, size * 2);
        }
        ticks[size] = reading.ticks();
        nanos[size] = reading.nanos();
        if (size > 0) {
            rates[size - 1] = TickRate.of(nanos[size] - nanos[size - 1], ticks[size] - ticks[size - 1]);
        }
        rates[size] = settledRate();
        size++;
        from = 1;
        to = 0;
    }

    private TickRate settledRate() {
        int earlier = size;
        while (earlier > 0 && nanos[size] - nanos[earlier] < SETTLED_NANOS) {
            earlier--;
        }
        long passed = nanos[size] - nanos[earlier];
        return passed < SETTLED_NANOS ? ownRate : TickRate.of(passed, ticks[size] - ticks[earlier]);
    }

    /**
     * Forgets readings that neither later ticks nor the rate after the last reading need.
     *
     * @param tick the first tick that may be asked for from now on
     */
    public void forgetBefore(long tick) {
        int first = size - 1;
        while (first > 0 && (ticks[first] > tick || nanos[size - 1] - nanos[first] < SETTLED_NANOS)) {
            first--;
        }
        if (first > 0) {
            System.arraycopy(ticks, first, ticks, 0, size - first);
            System.arraycopy(nanos, first, nanos, 0, size - first);
            System.arraycopy(rates, first, rates, 0, size - first);
            size -= first;
            from = 1;
            to = 0;
        }
    }

    // C3: between readings of both clocks, in integers, so that order is kept.
    /**
     * {@return the time of a tick, in nanoseconds on the monotonic clock}
     *
     * @param tick the tick, less than a century from the readings
     */
    public long nanos(long tick) {
        if (tick < from || tick >= to) {
            seek(tick);
        }
        return originNanos + rate.nanos(tick - originTick);
    }

    /** {@return the largest error of the readings, in nanoseconds, including forgotten ones} */
    public long errorNanos() {
        return errorNanos;
    }

    /** {@return the clock's name and how well it has kept its rate between the readings, for the metadata} */
    public String describe() {
        return check.describe();
    }

    private void seek(long tick) {
        int found = Arrays.binarySearch(ticks, 0, size, tick);
        int line = found >= 0 ? found : -found - 2;
        int origin = Math.max(line, 0);
        from = line < 0 ? Long.MIN_VALUE : ticks[line];
        to = line + 1 < size ? ticks[line + 1] : Long.MAX_VALUE;
        originTick = ticks[origin];
        originNanos = nanos[origin];
        rate = line < 0 ? ownRate : rates[line];
    }
}
