package io.stepprofiler.cuda;

/**
 * Converts CUPTI's correlation ids, which wrap at 32 bits, to ids of the trace: each id is taken as the one nearest to
 * the previous id.
 */
final class Correlations {
    /** Offset for ids before the first wrap: ids of a trace are not negative. */
    private static final long BEFORE = 1L << 48;

    private long last;
    private boolean hasLast;

    /** Returns the id in the trace; -1 for none, which is CUPTI's 0. */
    long of(long number) {
        if (number == 0) {
            return -1;
        }
        if (hasLast) {
            // The signed 32-bit difference leads to the nearest id.
            last += (int) (number - last);
        } else {
            last = number;
            hasLast = true;
        }
        return last >= 0 ? last : last + BEFORE;
    }
}
