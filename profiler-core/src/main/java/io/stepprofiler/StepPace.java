package io.stepprofiler;

import io.stepprofiler.amount.Quantiles;
import java.util.List;

/**
 * Recent pace of the steps of this process, marked by {@link Profile#step()} of the running profile or by the {@link
 * StepScope}s of one thread. A step lasts from the end of the previous step to its own end, without work of the profiler.
 *
 * @param steps number of steps that have ended since the first profile started, the first capture began, or {@link
 *     Captures#pace()} was first called
 * @param lastStep number of the last step, as the training counts; -1 if there is none
 * @param nanos durations of the last steps, at most 128, the last step at the end
 * @param sinceNanos time since the last step ended; 0 if there is none
 */
public record StepPace(long steps, long lastStep, List<Long> nanos, long sinceNanos) {
    /** Copies the list. */
    public StepPace {
        nanos = List.copyOf(nanos);
    }

    /**
     * {@return the last steps per second; 0 if not known yet} Falls while the current step takes longer than any of
     * them.
     */
    public double perSecond() {
        long longest = 0;
        long sum = 0;
        for (long each : nanos) {
            longest = Math.max(longest, each);
            sum += each;
        }
        long all = sinceNanos > longest ? sum + sinceNanos : sum;
        return all == 0 ? 0 : nanos.size() * 1e9 / all;
    }

    /** {@return the median duration of the last steps; 0 if not known yet} */
    public long medianNanos() {
        return Quantiles.median(nanos.stream().mapToLong(Long::longValue));
    }
}
