package io.stepprofiler.clock;

import java.math.BigInteger;

/**
 * Nanoseconds for each tick, as a fraction of integers: {@code factor / 2^shift}, less than the true rate by at most a
 * part in 2^61, so that a product is exact to the nanosecond however long the time.
 */
record TickRate(long factor, int shift) {
    private static final int FACTOR_BITS = 62;
    private static final int WORD_BITS = 64;

    /** The rate of a clock with {@code ticksPerNano} ticks a nanosecond. */
    static TickRate of(double ticksPerNano) {
        double rate = 1 / ticksPerNano;
        int shift = shiftFor(rate);
        return new TickRate((long) Math.scalb(rate, shift), shift);
    }

    /** The rate at which {@code nanos}, 0 or more, go by in {@code ticks}, which is positive. */
    static TickRate of(long nanos, long ticks) {
        int shift = shiftFor((double) nanos / ticks);
        BigInteger factor = BigInteger.valueOf(nanos).shiftLeft(shift).divide(BigInteger.valueOf(ticks));
        return new TickRate(factor.longValue(), shift);
    }

    private static int shiftFor(double rate) {
        return Math.min(Math.max(FACTOR_BITS - 1 - Math.getExponent(rate), 1), WORD_BITS - 1);
    }

    /** The whole nanoseconds of a number of ticks, rounded down, also if it is negative. */
    long nanos(long ticks) {
        long high = Math.multiplyHigh(ticks, factor);
        long low = ticks * factor;
        return high << (WORD_BITS - shift) | low >>> shift;
    }
}
