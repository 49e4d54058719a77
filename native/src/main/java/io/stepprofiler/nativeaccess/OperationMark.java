package io.stepprofiler.nativeaccess;

/**
 * The mark by which the work of devices leads to the operation of libtorch that caused it: the operation recorder tells
 * CUPTI when each operation began, and CUPTI tells it again with the calls that the operation makes. Both sources make
 * the same correlation number of it, so that neither has to know what the other one saw.
 */
public final class OperationMark {
    /** Above all numbers that come from CUPTI's own, which have 32 bits; below 2^53, so that JavaScript has them exactly. */
    private static final long FIRST = 1L << 51;

    private OperationMark() {}

    /**
     * {@return the correlation number of an operation} Two operations of one trace share it only if they began in the
     * same tick on two threads.
     *
     * @param startTicks when it began, in ticks of the counter that the recorder reads
     */
    public static long number(long startTicks) {
        return FIRST | (startTicks & (FIRST - 1));
    }
}
