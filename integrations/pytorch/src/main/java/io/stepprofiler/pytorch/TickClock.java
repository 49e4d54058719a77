package io.stepprofiler.pytorch;

import io.stepprofiler.nativeaccess.torch.TorchWindowFacts;

/**
 * Turns ticks into nanoseconds, on the straight line through the two moments at which both clocks were read. Between these
 * it is at most as far off as the readings were; the rate of either clock is not needed.
 */
record TickClock(long openedTicks, long openedNanos, long closedTicks, long closedNanos) {
    static TickClock of(TorchWindowFacts facts) {
        return new TickClock(facts.openedTicks(), facts.openedNanos(), facts.closedTicks(), facts.closedNanos());
    }

    /** The time of a moment of the window; those a little outside count as its ends. */
    long nanos(long ticks) {
        long since = ticks - openedTicks;
        long all = closedTicks - openedTicks;
        if (since <= 0 || all <= 0) {
            return openedNanos;
        }
        if (since >= all) {
            return closedNanos;
        }
        return openedNanos + (long) ((double) since / all * (closedNanos - openedNanos));
    }
}
