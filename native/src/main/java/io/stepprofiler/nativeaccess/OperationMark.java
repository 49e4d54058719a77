package io.stepprofiler.nativeaccess;

/**
 * Mark that links the work of devices to the operation of libtorch that caused it: the operation recorder passes the
 * start of each operation to CUPTI, which attaches it to the calls that the operation makes. Both sources derive the
 * same correlation id from it, independently of each other.
 */
public final class OperationMark {
    /**
     * Above all ids that derive from CUPTI's, which have 32 bits; below 2^53, so that JavaScript represents them
     * exactly.
     */
    private static final long FIRST = 1L << 51;

    private OperationMark() {}

    /**
     * {@return the correlation id of an operation} Two operations of one trace share it only if they began in the same
     * tick on two threads.
     *
     * @param startTicks start of the operation, in ticks of the recorder's counter
     */
    public static long number(long startTicks) {
        return FIRST | (startTicks & (FIRST - 1));
    }
}
