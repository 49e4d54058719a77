package io.stepprofiler;

import java.util.List;

/**
 * How fast the steps of this process have gone lately, whoever marks them: the running profile's {@link Profile#step()}
 * or the {@link StepScope}s of one thread. A step takes from the end of the one before to its own.
 *
 * @param steps how many steps have ended since somebody wanted to know: the first profile started, or {@link
 *     Captures#pace()} was called
 * @param lastStep the number of the last one, as its training counts; -1 if there is none
 * @param nanos how long the last ones took, at most 128, the last one at the end
 * @param sinceNanos the time since the last one ended; 0 if there is none
 */
public record StepPace(long steps, long lastStep, List<Long> nanos, long sinceNanos) {
    /**
     * Copies the list.
     *
     * @param steps 0 or more
     * @param lastStep any
     * @param nanos 0 or more each
     * @param sinceNanos 0 or more
     */
    public StepPace {
        nanos = List.copyOf(nanos);
    }

    /**
     * {@return the steps of a second, of the last ones; 0 if that is not known yet} Falls while a step takes longer than
     * any of them.
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

    /** {@return the median of how long the last ones took; 0 if that is not known yet} */
    public long medianNanos() {
        return nanos.isEmpty() ? 0 : nanos.stream().sorted().toList().get(nanos.size() / 2);
    }
}
