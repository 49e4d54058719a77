package io.stepprofiler.amount;

import java.util.function.IntToLongFunction;

/** Binary search in ascending values, of which several can be equal. */
public final class Search {
    private Search() {}

    /**
     * {@return the number of values below a limit, which is the index of the first value that is not}
     *
     * @param limit the limit
     * @param size number of values
     * @param values the values by their indexes, ascending
     */
    public static int below(long limit, int size, IntToLongFunction values) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values.applyAsLong(middle) < limit) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * {@return the number of values up to a limit, which is the index of the first value above it}
     *
     * @param limit the limit
     * @param size number of values
     * @param values the values by their indexes, ascending
     */
    public static int upTo(long limit, int size, IntToLongFunction values) {
        return limit == Long.MAX_VALUE ? size : below(limit + 1, size, values);
    }

    /**
     * {@return the number of values of an array below a limit} Makes no call for each comparison.
     *
     * @param limit the limit
     * @param size number of values from the start of the array
     * @param values the values, ascending
     */
    public static int below(long limit, int size, long[] values) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values[middle] < limit) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * {@return the number of values of an array up to a limit}
     *
     * @param limit the limit
     * @param size number of values from the start of the array
     * @param values the values, ascending
     */
    public static int upTo(long limit, int size, long[] values) {
        return limit == Long.MAX_VALUE ? size : below(limit + 1, size, values);
    }
}
