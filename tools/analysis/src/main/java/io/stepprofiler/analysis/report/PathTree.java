package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.stacktree.StackTree;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Paths of open events, with their times and how often they were called. */
final class PathTree {
    private static final String LITTLE = "…";

    private final StackTree paths = new StackTree();
    private long[] self = new long[64];
    private long[] calls = new long[64];

    /** The path with one more name, which has a number. */
    int child(int path, int name) {
        int child = paths.child(path, name);
        if (child >= self.length) {
            self = Arrays.copyOf(self, 2 * child);
            calls = Arrays.copyOf(calls, 2 * child);
        }
        return child;
    }

    void addSelf(int path, long nanos) {
        self[path] += nanos;
    }

    void addCall(int path) {
        calls[path]++;
    }

    /** All calls, of any path. */
    long calls() {
        return Arrays.stream(calls).sum();
    }

    /** Lists paths, each after the one around it. */
    final class Listing {
        private final int size = paths.size();
        private final long[] totals = Arrays.copyOf(self, size);
        private final long[] callTotals = Arrays.copyOf(calls, size);
        private final int[] firstInside = new int[size];
        private final int[] nextBeside = new int[size];
        private final boolean isBeside;
        private final double steps;
        private final IntFunction<String> nameOf;
        private final List<PathTime> listed;

        /**
         * Begins a listing.
         *
         * @param isBeside whether paths are beside the steps
         * @param steps the number of steps
         * @param nameOf the name that a number stands for
         * @param listed to which paths are added
         */
        Listing(boolean isBeside, int steps, IntFunction<String> nameOf, List<PathTime> listed) {
            this.isBeside = isBeside;
            this.steps = Math.max(1, steps);
            this.nameOf = nameOf;
            this.listed = listed;
            // A path is younger than the one around it, and its siblings come in the order of their ages.
            for (int path = size - 1; path > StackTree.EMPTY; path--) {
                int around = paths.parent(path);
                totals[around] += totals[path];
                callTotals[around] += callTotals[path];
                nextBeside[path] = firstInside[around];
                firstInside[around] = path;
            }
        }

        /** The paths with the most time, so many at most; the rest is put together where it belongs. */
        void largest(int most) {
            long[] sorted = Arrays.copyOfRange(totals, 1, size);
            Arrays.sort(sorted);
            // The total of a path is never below those inside it, so none is kept without the one around it.
            long least = sorted.length > most ? sorted[sorted.length - 1 - most] + 1 : 1;
            list(StackTree.EMPTY, -1, least);
        }

        private void list(int around, int parent, long least) {
            long littleNanos = 0;
            long littleCalls = 0;
            for (int path = firstInside[around]; path != StackTree.EMPTY; path = nextBeside[path]) {
                if (totals[path] < least) {
                    littleNanos += totals[path];
                    littleCalls += callTotals[path];
                } else {
                    add(nameOf.apply(paths.frame(path)), parent, self[path], calls[path]);
                    list(path, listed.size() - 1, least);
                }
            }
            if (littleNanos > 0 || littleCalls > 0) {
                add(LITTLE, parent, littleNanos, littleCalls);
            }
        }

        private void add(String name, int parent, long nanos, long count) {
            listed.add(new PathTime(parent, name, isBeside, count / steps, nanos));
        }
    }
}
