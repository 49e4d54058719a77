package io.stepprofiler.clock;

import java.util.Locale;

/** Check of a clock against the rate that was measured when it was chosen. */
final class ClockCheck {
    /** A monotonic clock is corrected by half of this at most, unless its rate is set. */
    private static final double JUMP = 1e-3;
    /** Allowed difference of two readings, in nanoseconds; a larger one is a jump. */
    private static final double READING_NANOS = 2000;

    private static final double PPM = 1e6;

    private final String clock;
    private final double ticksPerNano;

    private boolean isRead;
    private long lastTicks;
    private long lastNanos;
    private long markTicks;
    private long markNanos;

    private boolean isSettled;
    private double deviation;
    private double jump;
    private boolean ranBackwards;

    ClockCheck(String clock, double ticksPerNano) {
        this.clock = clock;
        this.ticksPerNano = ticksPerNano;
    }

    /** Compares a reading with the one before, and for the rate with one at least a tenth of a second earlier. */
    void add(long ticks, long nanos) {
        if (!isRead) {
            isRead = true;
            markTicks = ticks;
            markNanos = nanos;
        } else if (ticks < lastTicks && nanos > lastNanos) {
            ranBackwards = true;
        } else {
            double off = off(ticks - lastTicks, nanos - lastNanos);
            if (off > JUMP * (nanos - lastNanos) + READING_NANOS) {
                jump = Math.max(jump, off / Math.max(nanos - lastNanos, 1));
            }
            if (nanos - markNanos >= TickScale.SETTLED_NANOS) {
                isSettled = true;
                deviation = Math.max(deviation, off(ticks - markTicks, nanos - markNanos) / (nanos - markNanos));
                markTicks = ticks;
                markNanos = nanos;
            }
        }
        lastTicks = ticks;
        lastNanos = nanos;
    }

    private double off(long ticks, long nanos) {
        return Math.abs(ticks / ticksPerNano - nanos);
    }

    /** The clock's name, whether it ran backwards, and its jump or else, if known, the deviation of its rate. */
    String describe() {
        String text = clock;
        if (ranBackwards) {
            text += "; it ran backwards: times around that are wrong";
        }
        if (jump > 0) {
            text += String.format(
                    Locale.ROOT,
                    "; it jumped: its rate was %.0f ppm off the monotonic clock's between two readings, and times between them are less exact",
                    jump * PPM);
        } else if (isSettled && ticksPerNano != 1) {
            text += String.format(Locale.ROOT, ", rate within %.1f ppm of the monotonic clock", deviation * PPM);
        }
        return text;
    }
}
