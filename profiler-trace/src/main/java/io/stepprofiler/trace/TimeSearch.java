package io.stepprofiler.trace;

import java.util.function.IntToLongFunction;

/** Binary search in columns of ascending times. */
final class TimeSearch {
    private TimeSearch() {}

    /** The number of the first {@code size} entries that are before a time. */
    static int countBefore(long time, int size, IntToLongFunction nanos) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nanos.applyAsLong(middle) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
