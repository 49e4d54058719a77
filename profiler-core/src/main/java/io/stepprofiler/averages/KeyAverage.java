package io.stepprofiler.averages;

/**
 * What the events of one name have in common. Times are nanoseconds of wall-clock time.
 *
 * @param name the name; {@code ProfilerStep*} for all step marks together
 * @param count number of events
 * @param selfNanos time in these events outside the events inside them; the sum over all names is never more than the
 *     time that passed on the threads
 * @param totalNanos time in these events with all that is inside them, where time inside two events of this name on one
 *     thread, as in recursion, counts once
 * @param sumNanos the durations added up; more than {@code totalNanos} in recursion
 * @param minNanos the shortest duration
 * @param maxNanos the longest duration
 * @param p50Nanos the median: the smallest duration that at least half of the events do not exceed
 * @param p99Nanos the smallest duration that at least 99 of 100 events do not exceed
 */
public record KeyAverage(
        String name,
        long count,
        long selfNanos,
        long totalNanos,
        long sumNanos,
        long minNanos,
        long maxNanos,
        long p50Nanos,
        long p99Nanos) {
    /**
     * {@return the mean duration of an event in nanoseconds, 0 if there is none}
     */
    public double averageNanos() {
        return count == 0 ? 0 : (double) sumNanos / count;
    }
}
