package io.stepprofiler.fleet.sync;

import java.util.Arrays;

/** Time that the ranks of a collective wait, as a function of time. */
final class OpenWaits {
    private final long first;
    private final Ramps starts;
    private final Ramps ends;

    /**
     * Waits of one rank or more.
     *
     * @param starts start of each wait
     * @param ends end of each
     */
    OpenWaits(long[] starts, long[] ends) {
        first = Arrays.stream(starts).min().orElseThrow();
        this.starts = new Ramps(first, starts);
        this.ends = new Ramps(first, ends);
    }

    long first() {
        return first;
    }

    /** Returns the sum of the waits within a period. */
    long between(long from, long until) {
        return before(until) - before(from);
    }

    private long before(long nanos) {
        return starts.before(nanos - first) - ends.before(nanos - first);
    }

    /** The sum of the times since several instants. */
    private static final class Ramps {
        private final long[] instants;
        private final long[] sums;

        Ramps(long first, long... times) {
            instants = Arrays.stream(times).map(time -> time - first).sorted().toArray();
            sums = instants.clone();
            for (int i = 1; i < sums.length; i++) {
                sums[i] += sums[i - 1];
            }
        }

        long before(long nanos) {
            int found = Arrays.binarySearch(instants, nanos);
            // An instant at the time itself adds nothing, so any of several equal ones serves.
            int count = found < 0 ? -found - 1 : found;
            return count == 0 ? 0 : count * nanos - sums[count - 1];
        }
    }
}
