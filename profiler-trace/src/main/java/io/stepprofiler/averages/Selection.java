package io.stepprofiler.averages;

import java.util.Arrays;

/**
 * Selection of the k-th smallest value of an array without sorting all of it: quickselect with a median-of-three pivot,
 * falling back to a sort if the pivots keep being bad.
 *
 * <p>The partition moves its boundary by the sign bit of a difference instead of a branch, which would be mispredicted
 * for every other value and cost more than all the rest.
 */
final class Selection {
    private static final int SMALL = 32;

    private Selection() {}

    /**
     * Rearranges {@code values[from, to)}, none of which is negative, so that the value at {@code k} is as in sorted
     * order, with none larger before it and none smaller after it, and returns it. Takes linear time on average and
     * never more than a sort.
     */
    static long select(long[] values, int from, int to, int k) {
        int low = from;
        int high = to;
        int rounds = 2 * (32 - Integer.numberOfLeadingZeros(to - from));
        while (high - low > SMALL && rounds-- > 0) {
            long pivot = median(values[low], values[(low + high) >>> 1], values[high - 1]);
            int below = partition(values, low, high, pivot);
            if (k < below) {
                high = below;
                continue;
            }
            int above = partition(values, below, high, pivot + 1);
            if (k < above) {
                return pivot;
            }
            low = above;
        }
        Arrays.sort(values, low, high);
        return values[k];
    }

    /** Moves the values below {@code bound} to the front and returns where they end. */
    private static int partition(long[] values, int low, int high, long bound) {
        int end = low;
        for (int i = low; i < high; i++) {
            long value = values[i];
            values[i] = values[end];
            values[end] = value;
            end += (int) ((value - bound) >>> 63);
        }
        return end;
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
