package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.flame.Combinations;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Paths of open events, with their times and how often they were called. */
final class PathTree {
    private static final String LITTLE = "…";

    /** From so many paths on, time in new ones is put together: more take longer than a page is worth. */
    private static final int MANY_PATHS = 1 << 15;

    /** The name of what is put together. */
    private static final int PUT_TOGETHER = -4;

    /** The path of no event. */
    static final int EMPTY = 0;

    /** Each path by the one around it, its name and the signature of its inputs. */
    private final Combinations paths = new Combinations();

    private long[] self = new long[64];
    private long[] calls = new long[64];

    PathTree() {
        paths.findOrAdd(Combinations.NONE, Combinations.NONE, Combinations.NONE, 0);
    }

    /** The path with one more event, of a name and with inputs that have numbers. */
    int child(int path, int name, int signature) {
        int child = known(path, name, signature);
        if (child >= self.length) {
            self = Arrays.copyOf(self, 2 * child);
            calls = Arrays.copyOf(calls, 2 * child);
        }
        return child;
    }

    private int known(int path, int name, int signature) {
        if (paths.size() < MANY_PATHS) {
            return paths.findOrAdd(path, name, signature, 0);
        } else if (paths.second(path) == PUT_TOGETHER) {
            return path;
        }
        int known = paths.find(path, name, signature, 0);
        return known == Combinations.NONE ? paths.findOrAdd(path, PUT_TOGETHER, Combinations.NONE, 0) : known;
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

    /** The text of a name with inputs. */
    @FunctionalInterface
    interface Naming {
        String of(int name, int signature);
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
        private final Naming nameOf;
        private final List<PathTime> listed;

        /**
         * Begins a listing.
         *
         * @param isBeside whether paths are beside the steps
         * @param steps the number of steps
         * @param nameOf the text of a name and a signature
         * @param listed to which paths are added
         */
        Listing(boolean isBeside, int steps, Naming nameOf, List<PathTime> listed) {
            this.isBeside = isBeside;
            this.steps = Math.max(1, steps);
            this.nameOf = nameOf;
            this.listed = listed;
            // A path is younger than the one around it, and its siblings come in the order of their ages.
            for (int path = size - 1; path > EMPTY; path--) {
                int around = paths.first(path);
                totals[around] += totals[path];
                callTotals[around] += callTotals[path];
                nextBeside[path] = firstInside[around];
                firstInside[around] = path;
            }
        }

        /** The paths with the most time, so many at most; the rest is put together where it belongs. */
        void largest(int most) {
            long[] sorted = IntStream.range(1, size)
                    .filter(path -> paths.second(path) != PUT_TOGETHER)
                    .mapToLong(path -> totals[path])
                    .sorted()
                    .toArray();
            // The total of a path is never below those inside it, so none is kept without the one around it.
            long least = sorted.length > most ? sorted[sorted.length - 1 - most] + 1 : 1;
            list(EMPTY, -1, least);
        }

        private void list(int around, int parent, long least) {
            long littleNanos = 0;
            long littleCalls = 0;
            for (int path = firstInside[around]; path != EMPTY; path = nextBeside[path]) {
                if (totals[path] < least || paths.second(path) == PUT_TOGETHER) {
                    littleNanos += totals[path];
                    littleCalls += callTotals[path];
                } else {
                    add(nameOf.of(paths.second(path), paths.third(path)), parent, self[path], calls[path]);
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
