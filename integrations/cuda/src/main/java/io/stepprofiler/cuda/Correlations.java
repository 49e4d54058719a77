package io.stepprofiler.cuda;

/**
 * Correlation numbers of a trace from CUPTI's, which have 32 bits and begin again when these are used up: a number
 * means the one that is nearest to the number before.
 */
final class Correlations {
    /** What numbers of before the first one's round are moved by: the trace has none below 0. */
    private static final long BEFORE = 1L << 48;

    private long last;
    private boolean hasLast;

    /** The number in the trace; -1 for none, which is CUPTI's 0. */
    long of(long number) {
        if (number == 0) {
            return -1;
        }
        if (hasLast) {
            // The difference as a number with a sign is the way to the nearest.
            last += (int) (number - last);
        } else {
            last = number;
            hasLast = true;
        }
        return last >= 0 ? last : last + BEFORE;
    }
}
