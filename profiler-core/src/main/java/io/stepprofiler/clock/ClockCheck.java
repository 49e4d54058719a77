package io.stepprofiler.clock;

import java.util.Locale;

/** How well a clock has kept to the rate that was measured when it was chosen. */
final class ClockCheck {
    /** A monotonic clock is corrected by half of this at most, unless its rate is set. */
    private static final double JUMP = 1e-3;
    /** What two readings may be off by; a jump is more. */
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

    /** Compares with the reading before, and for the rate with the last one that is far enough away. */
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

    /** The clock; where readings lie a tenth of a second apart its rate; and what should not have happened. */
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
