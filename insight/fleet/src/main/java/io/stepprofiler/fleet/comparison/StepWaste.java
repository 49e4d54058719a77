package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import java.io.Serializable;
import java.util.Map;

/**
 * Waste of one step: the difference between the slowest and the mean rank. Times are nanoseconds.
 *
 * @param last the slowest rank, the first of equal ones
 * @param wallNanos duration on the wall
 * @param meanNanos mean of the ranks' times, rounded down
 * @param medianNanos their median
 * @param lastNanos time of the slowest rank
 * @param eventNanos the part of the waste that is not within the usual noise; 0 or more
 * @param cause cause of this part; {@link ExcessCause#UNKNOWN} if it is 0, or not searched for
 * @param outsideNanos time of the slowest rank outside the last rank, its host and its rack, at least the median
 */
record StepWaste(
        int last,
        long wallNanos,
        long meanNanos,
        long medianNanos,
        long lastNanos,
        long eventNanos,
        ExcessCause cause,
        Map<PlaceLevel, Long> outsideNanos)
        implements Serializable {
    StepWaste withCause(ExcessCause known) {
        return new StepWaste(last, wallNanos, meanNanos, medianNanos, lastNanos, eventNanos, known, outsideNanos);
    }

    long nanos() {
        return lastNanos - meanNanos;
    }

    /** Returns the time by which the step would be shorter if a place of the last rank were as fast as the others. */
    long gainNanos(PlaceLevel level) {
        return lastNanos - outsideNanos.getOrDefault(level, lastNanos);
    }
}
