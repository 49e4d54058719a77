package io.stepprofiler.tuning;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The times of calls in nanoseconds, by variant and round; some may be missing. */
final class CallTimes {
    private static final long MISSING = -1;

    private final long[][] nanos;

    CallTimes(int variants, int rounds) {
        nanos = new long[variants][rounds];
        for (long[] ofVariant : nanos) {
            Arrays.fill(ofVariant, MISSING);
        }
    }

    void set(int variant, int round, long time) {
        nanos[variant][round] = time;
    }

    void forget(int variant) {
        Arrays.fill(nanos[variant], MISSING);
    }

    boolean isEmpty() {
        return missing() == (long) nanos.length * rounds();
    }

    /** Number of calls without a time. */
    long missing() {
        return Arrays.stream(nanos)
                .flatMapToLong(Arrays::stream)
                .filter(time -> time == MISSING)
                .count();
    }

    private int rounds() {
        return nanos[0].length;
    }

    /** The times of one variant. */
    double[] of(int variant) {
        return of(variant, 0, rounds());
    }

    /** The times of one variant in some rounds. */
    double[] of(int variant, int from, int to) {
        return Arrays.stream(nanos[variant], from, to)
                .filter(time -> time != MISSING)
                .asDoubleStream()
                .toArray();
    }

    /** Differences between the times of two variants, for each round that has both. */
    double[] differences(int variant, int other) {
        return IntStream.range(0, rounds())
                .filter(round -> nanos[variant][round] != MISSING && nanos[other][round] != MISSING)
                .mapToDouble(round -> nanos[variant][round] - nanos[other][round])
                .toArray();
    }
}
