package io.stepprofiler.capture.watch;

import java.util.Arrays;
import java.util.List;

/**
 * Steps of a watched job, whoever marks them.
 *
 * @param count steps that have ended
 * @param last the number of the last one
 * @param perSecond steps a second; 0 if it is not known
 * @param recentNanos how long each of the last ones took, the oldest first
 * @param sinceNanos time since the last one ended
 */
record LiveSteps(long count, long last, double perSecond, List<Long> recentNanos, long sinceNanos) {
    private static final long LATE_NANOS = 2_000_000_000;
    private static final int LATE_TIMES = 3;

    LiveSteps {
        recentNanos = List.copyOf(recentNanos);
    }

    /** {@return how long the last step took, in nanoseconds; 0 if there is none} */
    long lastNanos() {
        return recentNanos.isEmpty() ? 0 : recentNanos.get(recentNanos.size() - 1);
    }

    /** {@return the median of the last steps, in nanoseconds; 0 if there is none} */
    long medianNanos() {
        return quantile(0.5);
    }

    /** {@return what 95 of 100 of the last steps do not exceed, in nanoseconds; 0 if there is none} */
    long p95Nanos() {
        return quantile(0.95);
    }

    /** {@return whether the current step takes much longer than the last ones did} */
    boolean isLate() {
        return count > 0 && sinceNanos > Math.max(LATE_NANOS, LATE_TIMES * p95Nanos());
    }

    private long quantile(double part) {
        long[] sorted = recentNanos.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
    }
}
