package io.stepprofiler.analysis.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Stretches of time that are apart from each other, in their order. */
final class Stretches {
    static final Stretches NONE = new Stretches(new long[0], new long[0]);

    /** A stretch, from one instant to just before another. */
    record Stretch(long start, long end) {}

    private final long[] starts;
    private final long[] ends;

    /** How much lies before each, and in all. */
    private final long[] before;

    private Stretches(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
        before = new long[starts.length + 1];
        for (int i = 0; i < starts.length; i++) {
            before[i + 1] = before[i] + ends[i] - starts[i];
        }
    }

    /** The time in any of these. */
    static Stretches union(List<Stretch> parts) {
        List<Stretch> sorted = new ArrayList<>(parts);
        sorted.sort(Comparator.comparingLong(Stretch::start));
        long[] starts = new long[sorted.size()];
        long[] ends = new long[sorted.size()];
        int size = 0;
        for (Stretch next : sorted) {
            if (next.end <= next.start) {
                continue;
            }
            if (size > 0 && next.start <= ends[size - 1]) {
                ends[size - 1] = Math.max(ends[size - 1], next.end);
            } else {
                starts[size] = next.start;
                ends[size++] = next.end;
            }
        }
        return new Stretches(Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
    }

    /** The time in these and not in others. */
    Stretches without(Stretches others) {
        List<Stretch> rest = new ArrayList<>();
        int other = 0;
        for (int i = 0; i < starts.length; i++) {
            long from = starts[i];
            while (other < others.starts.length && others.ends[other] <= from) {
                other++;
            }
            for (int next = other; next < others.starts.length && others.starts[next] < ends[i]; next++) {
                rest.add(new Stretch(from, others.starts[next]));
                from = Math.max(from, others.ends[next]);
            }
            rest.add(new Stretch(from, ends[i]));
        }
        return union(rest);
    }

    /** How much of them lies between two instants. */
    long nanosWithin(long from, long to) {
        return to <= from ? 0 : nanosBefore(to) - nanosBefore(from);
    }

    private long nanosBefore(long instant) {
        int found = Arrays.binarySearch(starts, instant);
        int begun = found >= 0 ? found : -found - 1;
        return begun == 0 ? 0 : before[begun - 1] + Math.min(ends[begun - 1], instant) - starts[begun - 1];
    }
}
