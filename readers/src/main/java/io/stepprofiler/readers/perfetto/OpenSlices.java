package io.stepprofiler.readers.perfetto;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.intake.ArgumentList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the slices of one track of the file begin and end, in the order of the file, until all have been read: an end
 * closes the innermost slice that is open at its time, and packets need not be in the order of time.
 */
final class OpenSlices {
    /** Memory that a begin or an end takes. */
    static final int BYTES = 16;

    private static final int END = -1;

    /** What is told of each end. */
    interface Ends {
        /**
         * A slice has ended.
         *
         * @param slice its number, from {@link OpenSlices#begin}
         * @param nanos when
         * @param arguments those that came with its end
         */
        void ended(int slice, long nanos, ArgumentList arguments) throws ImportException;

        /** A slice has no end. */
        void endless(int slice) throws ImportException;

        /** An end has no slice. */
        void withoutBegin();
    }

    private static final ArgumentList NO_ARGUMENTS = new ArgumentList();

    private final Map<Integer, ArgumentList> arguments = new HashMap<>();
    private long[] times = new long[8];
    private int[] slices = new int[8];
    private int size;
    private boolean isSorted = true;

    /** A slice begins; its number is 0 or more. */
    void begin(long nanos, int slice) {
        add(nanos, slice);
    }

    /** The innermost slice ends. */
    void end(long nanos) {
        add(nanos, END);
    }

    /** The innermost slice ends, with arguments that are not changed any more. */
    void end(long nanos, ArgumentList with) {
        arguments.put(size, with);
        add(nanos, END);
    }

    private void add(long nanos, int slice) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            slices = Arrays.copyOf(slices, size * 2);
        }
        isSorted &= size == 0 || nanos >= times[size - 1];
        times[size] = nanos;
        slices[size++] = slice;
    }

    /** Finds out which end is whose. */
    void complete(Ends ends) throws ImportException {
        Integer[] order = isSorted ? new Integer[0] : byTime();
        int[] open = new int[16];
        int depth = 0;
        for (int i = 0; i < size; i++) {
            int at = isSorted ? i : order[i];
            if (slices[at] != END) {
                open = depth == open.length ? Arrays.copyOf(open, depth * 2) : open;
                open[depth++] = slices[at];
            } else if (depth > 0) {
                ends.ended(open[--depth], times[at], arguments.getOrDefault(at, NO_ARGUMENTS));
            } else {
                ends.withoutBegin();
            }
        }
        while (depth > 0) {
            ends.endless(open[--depth]);
        }
    }

    /** Those of one time stay in their order. */
    private Integer[] byTime() {
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (one, other) -> Long.compare(times[one], times[other]));
        return order;
    }
}
