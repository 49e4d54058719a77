package io.stepprofiler.analysis.whatif;

import java.util.Arrays;

/**
 * The order with the smallest peak of all valid orders of a few operations. The bytes in use depend on the set of
 * executed operations only, so one order is remembered for each set: twice as many for each operation more.
 */
final class BestOrder {
    /** Most operations. */
    static final int MAX_OPERATIONS = 12;

    private BestOrder() {}

    static int[] of(Liveness graph) {
        int operations = graph.operations();
        int[] needed = new int[operations];
        Arrays.setAll(needed, operation -> set(graph.after(operation)));
        int[] users = new int[graph.allocations()];
        Arrays.setAll(users, allocation -> set(graph.users(allocation)));
        long[] peaks = new long[1 << operations];
        Arrays.fill(peaks, 1, peaks.length, Long.MAX_VALUE);
        int[] last = new int[peaks.length];
        for (int done = 0; done < peaks.length - 1; done++) {
            for (int operation = 0; operation < operations && peaks[done] < Long.MAX_VALUE; operation++) {
                int with = done | 1 << operation;
                if (with != done && (needed[operation] & ~done) == 0) {
                    long peak = Math.max(peaks[done], bytesBetween(done, with, graph, users));
                    if (peak < peaks[with]) {
                        peaks[with] = peak;
                        last[with] = operation;
                    }
                }
            }
        }
        int[] order = new int[operations];
        int done = peaks.length - 1;
        for (int i = operations - 1; i >= 0; i--) {
            order[i] = last[done];
            done &= ~(1 << order[i]);
        }
        return order;
    }

    /** Bytes in use during the operation that turns one set of executed operations into another. */
    private static long bytesBetween(int done, int with, Liveness graph, int[] users) {
        long bytes = 0;
        for (int allocation = 0; allocation < users.length; allocation++) {
            boolean isMade = (users[allocation] & with) != 0;
            boolean isUsed = (users[allocation] & ~done) != 0;
            bytes += isMade && (isUsed || graph.isKept(allocation)) ? graph.bytes(allocation) : 0;
        }
        return bytes;
    }

    private static int set(int[] numbers) {
        int set = 0;
        for (int number : numbers) {
            set |= 1 << number;
        }
        return set;
    }
}
