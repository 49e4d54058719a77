package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.flame.Combinations;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Tree of the paths of open events, with self times and calls. */
final class PathTree {
    private static final String LITTLE = "…";

    /** Number of paths from which on new ones are merged, to limit the cost of a page. */
    private static final int MANY_PATHS = 1 << 15;

    /** Name of merged paths. */
    private static final int PUT_TOGETHER = -4;

    /** Path without events. */
    static final int EMPTY = 0;

    /** Each path by its enclosing path, its name and the signature of its inputs. */
    private final Combinations paths = new Combinations();

    private long[] self = new long[64];
    private long[] calls = new long[64];

    PathTree() {
        paths.findOrAdd(Combinations.NONE, Combinations.NONE, Combinations.NONE, 0);
    }

    /** Returns the path with one more event, by ids of its name and signature. */
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

    /** Returns the number of calls of all paths. */
    long calls() {
        return Arrays.stream(calls).sum();
    }

    /** Text of a name with inputs. */
    @FunctionalInterface
    interface Naming {
        String of(int name, int signature);
    }

    /** List of paths, each after its enclosing path. */
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
         * @param isBeside whether the paths are of threads without steps
         * @param steps the number of steps
         * @param nameOf the text of a name and a signature
         * @param listed list to which paths are added
         */
        Listing(boolean isBeside, int steps, Naming nameOf, List<PathTime> listed) {
            this.isBeside = isBeside;
            this.steps = Math.max(1, steps);
            this.nameOf = nameOf;
            this.listed = listed;
            // A path has a larger index than its enclosing path; siblings keep the order of their creation.
            for (int path = size - 1; path > EMPTY; path--) {
                int around = paths.first(path);
                totals[around] += totals[path];
                callTotals[around] += callTotals[path];
                nextBeside[path] = firstInside[around];
                firstInside[around] = path;
            }
        }

        /** Lists the paths with the most time; smaller paths are merged under their enclosing paths. */
        void largest(int most) {
            long[] sorted = IntStream.range(1, size)
                    .filter(path -> paths.second(path) != PUT_TOGETHER)
                    .mapToLong(path -> totals[path])
                    .sorted()
                    .toArray();
            // The total of a path is at least the total of each nested path, so enclosing paths are always kept.
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
