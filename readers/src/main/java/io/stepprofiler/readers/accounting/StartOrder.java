package io.stepprofiler.readers.accounting;

import java.util.Arrays;

/**
 * Order of events by their starts, those that start together as they come: a merge sort from the runs that are there,
 * for lines are mostly in order, each for itself.
 */
final class StartOrder {
    private StartOrder() {}

    /** The indices of the starts, in the order of the starts. */
    static int[] of(long[] starts, int size) {
        int[] order = new int[size];
        int[] runs = new int[16];
        int runCount = 0;
        for (int i = 0; i < size; i++) {
            order[i] = i;
            if (i == 0 || starts[i] < starts[i - 1]) {
                if (runCount == runs.length) {
                    runs = Arrays.copyOf(runs, runCount * 2);
                }
                runs[runCount++] = i;
            }
        }
        int[] spare = runCount > 1 ? new int[size] : order;
        while (runCount > 1) {
            int merged = 0;
            for (int run = 0; run < runCount; run += 2) {
                int from = runs[run];
                int middle = run + 1 < runCount ? runs[run + 1] : size;
                int to = run + 2 < runCount ? runs[run + 2] : size;
                merge(starts, order, spare, from, middle, to);
                runs[merged++] = from;
            }
            runCount = merged;
            int[] sorted = spare;
            spare = order;
            order = sorted;
        }
        return order;
    }

    private static void merge(long[] starts, int[] order, int[] result, int from, int middle, int to) {
        int left = from;
        int right = middle;
        for (int at = from; at < to; at++) {
            boolean takesLeft = left < middle && (right == to || starts[order[left]] <= starts[order[right]]);
            result[at] = order[takesLeft ? left++ : right++];
        }
    }
}
