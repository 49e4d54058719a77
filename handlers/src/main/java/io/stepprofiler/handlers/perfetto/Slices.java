package io.stepprofiler.handlers.perfetto;

import java.io.IOException;
import java.util.Arrays;

/** One row of the file: events that nest, each with a packet where it begins and one where it ends. */
final class Slices {
    private final Sequence sequence;
    private long[] ends = new long[16];
    private int depth;

    Slices(Sequence sequence) {
        this.sequence = sequence;
    }

    /**
     * Begins an event, after ending the events that are over by its start; the caller adds to the sequence and closes
     * it.
     */
    Sequence begin(long start, long end) throws IOException {
        endUntil(start);
        if (depth == ends.length) {
            ends = Arrays.copyOf(ends, depth * 2);
        }
        ends[depth++] = end;
        sequence.open(start, PerfettoFields.TYPE_BEGIN);
        return sequence;
    }

    void finish() throws IOException {
        endUntil(Long.MAX_VALUE);
    }

    private void endUntil(long time) throws IOException {
        while (depth > 0 && ends[depth - 1] <= time) {
            sequence.open(ends[--depth], PerfettoFields.TYPE_END);
            sequence.close();
        }
    }
}
