package io.stepprofiler.averages;

import java.util.Arrays;

/**
 * Finds the k-th smallest of an array without sorting all of it: Hoare's quickselect with a median-of-three pivot and
 * three-way partition, turning to a sort where the pivots keep being bad.
 */
final class Selection {
    private static final int SMALL = 32;

    private Selection() {}

    /**
     * Rearranges {@code values[from, to)} so that the value at {@code k} is what it would be if they were sorted, and
     * returns it; linear time on average, never worse than a sort.
     */
    static long select(long[] values, int from, int to, int k) {
        int low = from;
        int high = to;
        int rounds = 2 * (32 - Integer.numberOfLeadingZeros(to - from));
        while (high - low > SMALL && rounds-- > 0) {
            long pivot = median(values[low], values[(low + high) >>> 1], values[high - 1]);
            int below = low;
            int above = high;
            for (int i = low; i < above; ) {
                long value = values[i];
                if (value < pivot) {
                    values[i++] = values[below];
                    values[below++] = value;
                } else if (value > pivot) {
                    values[i] = values[--above];
                    values[above] = value;
                } else {
                    i++;
                }
            }
            if (k < below) {
                high = below;
            } else if (k >= above) {
                low = above;
            } else {
                return pivot;
            }
        }
        Arrays.sort(values, low, high);
        return values[k];
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
