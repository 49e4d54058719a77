package io.stepprofiler.journal.blocks;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.trace.Track;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Writes the events of a thread's segment: the messages {@code Events}, {@code Late} and {@code Details} of the schema.
 */
final class ColumnsWriter {
    /** Space in the output is reserved for this many numbers at a time. */
    private static final int RUN = 1 << 10;

    private static final long MAX_DISTANCE = 1L << 61;

    private interface Column {
        long at(int index);
    }

    private final WireWriter out;

    ColumnsWriter(WireWriter out) {
        this.out = out;
    }

    void events(ThreadSegment thread) throws IOException {
        Track events = thread.events();
        starts(events, thread.header().firstNanos());
        durations(events);
        names(events);
        if (thread.hasDetails()) {
            int mark = out.begin(4);
            details(events, thread::arguments);
            out.endColumn(mark);
        }
    }

    void late(ThreadSegment thread) {
        Track late = thread.late();
        int rows = late.size();
        int mark = out.begin(1);
        long last = 0;
        for (int row = 0; row < rows; row++) {
            out.varint(WireWriter.zigzag(thread.lateOf(row) - last));
            last = thread.lateOf(row);
        }
        out.end(mark);
        places(2, rows, late::isUnfinished);
        column(3, rows, row -> late.isUnfinished(row) ? 0 : late.durationNanos(row));
        mark = out.begin(4);
        details(late, thread::lateArguments);
        out.endColumn(mark);
    }

    private void starts(Track events, long firstNanos) throws IOException {
        int size = events.size();
        int mark = out.begin(1);
        long start = firstNanos;
        long end = firstNanos;
        for (int from = 0; from < size; from += RUN) {
            int to = Math.min(size, from + RUN);
            byte[] bytes = out.room((to - from) * WireWriter.MAX_VARINT);
            int at = out.size();
            for (int i = from; i < to; i++) {
                long next = events.startNanos(i);
                long distance = next - start;
                long gap = next - end;
                if (Math.abs(distance) > MAX_DISTANCE) {
                    throw new IOException(
                            "Two events are " + Amount.time(distance) + " apart, which no journal can hold");
                }
                // J3: relative to the preceding end, mostly one byte.
                boolean after = gap >= 0 && gap <= distance;
                at = WireWriter.put(bytes, at, after ? gap << 1 : (WireWriter.zigzag(distance) << 1) | 1);
                start = next;
                end = next + events.durationNanos(i);
            }
            out.written(at);
        }
        out.endColumn(mark);
    }

    /**
     * Writes durations without {@link #column}, as {@link #names} does: an interface call per event would cost more
     * than the rest of the loop.
     */
    private void durations(Track events) {
        int size = events.size();
        int mark = out.begin(2);
        for (int from = 0; from < size; from += RUN) {
            int to = Math.min(size, from + RUN);
            byte[] bytes = out.room((to - from) * WireWriter.MAX_VARINT);
            int at = out.size();
            for (int i = from; i < to; i++) {
                at = WireWriter.put(bytes, at, events.durationNanos(i));
            }
            out.written(at);
        }
        out.endColumn(mark);
    }

    private void names(Track events) {
        int size = events.size();
        int mark = out.begin(3);
        for (int from = 0; from < size; from += RUN) {
            int to = Math.min(size, from + RUN);
            byte[] bytes = out.room((to - from) * WireWriter.MAX_VARINT);
            int at = out.size();
            for (int i = from; i < to; i++) {
                at = WireWriter.put(bytes, at, events.nameId(i));
            }
            out.written(at);
        }
        out.endColumn(mark);
    }

    private void column(int field, int size, Column column) {
        int mark = out.begin(field);
        for (int from = 0; from < size; from += RUN) {
            int to = Math.min(size, from + RUN);
            byte[] bytes = out.room((to - from) * WireWriter.MAX_VARINT);
            int at = out.size();
            for (int i = from; i < to; i++) {
                at = WireWriter.put(bytes, at, column.at(i));
            }
            out.written(at);
        }
        out.endColumn(mark);
    }

    /** Writes a column up to the last number that is not 0. */
    private void shortened(int field, int size, Column column) {
        int used = size;
        while (used > 0 && column.at(used - 1) == 0) {
            used--;
        }
        column(field, used, column);
    }

    void places(int field, int size, IntPredicate marked) {
        int mark = out.begin(field);
        int last = -1;
        for (int i = 0; i < size; i++) {
            if (marked.test(i)) {
                out.varint(i - last - 1);
                last = i;
            }
        }
        out.endColumn(mark);
    }

    private void details(Track events, Consumer<ThreadSegment.Arguments> arguments) {
        int size = events.size();
        places(1, size, events::isAsync);
        if (events.hasSignatures()) {
            shortened(2, size, i -> events.signatureId(i) + 1L);
        }
        if (events.hasStacks()) {
            shortened(3, size, i -> events.stackId(i) + 1L);
        }
        if (events.hasSequenceNumbers()) {
            distances(4, size, events::sequenceNumber);
            shortened(5, size, i -> events.sequenceNumber(i) < 0 ? 0 : events.forwardThread(i) + 1);
        }
        distances(6, size, events::correlation);
        tensors(events);
        if (events.hasArguments()) {
            new ArgumentsWriter(out).write(arguments);
        }
    }

    /** Writes 0 for negative values, else 1 plus the zigzag-encoded difference from the previous value. */
    private void distances(int field, int size, Column column) {
        int used = size;
        while (used > 0 && column.at(used - 1) < 0) {
            used--;
        }
        int mark = out.begin(field);
        long last = 0;
        for (int i = 0; i < used; i++) {
            long value = column.at(i);
            out.varint(value < 0 ? 0 : 1 + WireWriter.zigzag(value - last));
            last = value < 0 ? last : value;
        }
        out.endColumn(mark);
    }

    private void tensors(Track events) {
        int size = events.size();
        while (size > 0 && events.tensorCount(size - 1) == 0) {
            size--;
        }
        if (size == 0) {
            return;
        }
        column(7, size, events::tensorCount);
        int mark = out.begin(8);
        long last = 0;
        for (int i = 0; i < size; i++) {
            int count = events.tensorCount(i);
            for (int tensor = 0; tensor < count; tensor++) {
                long address = events.tensor(i, tensor);
                out.varint(WireWriter.zigzag(address - last));
                last = address;
            }
        }
        out.end(mark);
    }
}
