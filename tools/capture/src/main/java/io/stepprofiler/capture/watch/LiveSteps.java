package io.stepprofiler.capture.watch;

import java.util.Arrays;
import java.util.List;

/**
 * Steps of a watched job.
 *
 * @param count number of finished steps
 * @param last number of the last finished step
 * @param perSecond steps per second; 0 if unknown
 * @param recentNanos durations of the last steps, the oldest first
 * @param sinceNanos time since the end of the last step
 */
record LiveSteps(long count, long last, double perSecond, List<Long> recentNanos, long sinceNanos) {
    private static final long LATE_NANOS = 2_000_000_000;
    private static final int LATE_TIMES = 3;

    LiveSteps {
        recentNanos = List.copyOf(recentNanos);
    }

    /** {@return the duration of the last step, in nanoseconds; 0 if there is none} */
    long lastNanos() {
        return recentNanos.isEmpty() ? 0 : recentNanos.get(recentNanos.size() - 1);
    }

    /** {@return the median duration of the last steps, in nanoseconds; 0 if there is none} */
    long medianNanos() {
        return quantile(0.5);
    }

    /** {@return the 95th percentile of the last steps' durations, in nanoseconds; 0 if there is none} */
    long p95Nanos() {
        return quantile(0.95);
    }

    /** {@return whether the current step takes much longer than the last steps} */
    boolean isLate() {
        return count > 0 && sinceNanos > Math.max(LATE_NANOS, LATE_TIMES * p95Nanos());
    }

    private long quantile(double part) {
        long[] sorted = recentNanos.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
    }
}
