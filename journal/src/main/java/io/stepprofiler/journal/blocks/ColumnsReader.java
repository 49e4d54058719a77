package io.stepprofiler.journal.blocks;

import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.segment.ThreadSegmentHeader;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.util.Arrays;

/** Reads the columns that {@link ColumnsWriter} wrote, into builders. */
final class ColumnsReader {
    private static final int[] NONE = {};

    private final TextIds ids;

    ColumnsReader(TextIds ids) {
        this.ids = ids;
    }

    /** Adds the events of a thread's segment. */
    void events(WireReader message, ThreadSegmentHeader header, TrackBuilder events) throws IOException {
        WireReader starts = WireReader.empty();
        WireReader durations = WireReader.empty();
        WireReader names = WireReader.empty();
        WireReader details = WireReader.empty();
        for (int field = message.field(); field != 0; field = message.field()) {
            switch (field) {
                case 1 -> starts = message.message();
                case 2 -> durations = message.message();
                case 3 -> names = message.message();
                case 4 -> details = message.message();
                default -> message.skip();
            }
        }
        int size = header.size();
        int[] nameIds = ids.names();
        long start = header.firstNanos();
        long end = start;
        for (int i = 0; i < size; i++) {
            long next = starts.varint();
            long from = (next & 1) == 0 ? end : start;
            long distance = (next & 1) == 0 ? next >>> 1 : WireReader.unzigzag(next >>> 1);
            start = from + distance;
            long duration = durations.varint();
            if (duration < 0 || start > Long.MAX_VALUE - duration || (start < from) != (distance < 0)) {
                throw durations.wrong("no event from " + from + " + " + distance + " has the duration " + duration);
            }
            end = start + duration;
            events.add(nameIds[names.varintBelow(nameIds.length)], start, duration);
        }
        for (int open : header.open()) {
            events.unfinished(open);
        }
        details(details, size, events);
        if (starts.hasMore() || durations.hasMore() || names.hasMore()) {
            throw message.wrong("there are more than " + size + " events");
        }
    }

    /** Adds late updates of earlier events; fails if an event has more than one. */
    void late(WireReader message, long segmentStart, ThreadSegmentBuilder thread) throws IOException {
        WireReader events = WireReader.empty();
        WireReader open = WireReader.empty();
        WireReader ends = WireReader.empty();
        WireReader details = WireReader.empty();
        for (int field = message.field(); field != 0; field = message.field()) {
            switch (field) {
                case 1 -> events = message.message();
                case 2 -> open = message.message();
                case 3 -> ends = message.message();
                case 4 -> details = message.message();
                default -> message.skip();
            }
        }
        long[] indexes = new long[events.remaining()];
        int rows = 0;
        for (long last = 0; events.hasMore(); rows++) {
            last += events.signedVarint();
            indexes[rows] = last;
            if (last < 0 || thread.late(last) != rows) {
                throw events.wrong("event " + last + " has two updates, or cannot exist");
            }
        }
        boolean[] isOpen = new boolean[rows];
        for (int row : places(open, rows)) {
            isOpen[row] = true;
        }
        for (int row = 0; row < rows; row++) {
            long duration = ends.hasMore() ? ends.varint() : 0;
            if (!isOpen[row]) {
                thread.lateEnd(indexes[row], segmentStart + duration, false);
            }
        }
        details(details, rows, thread.lateEvents());
    }

    /** Reads increasing numbers below {@code limit}. */
    static int[] places(WireReader column, int limit) throws IOException {
        if (!column.hasMore()) {
            return NONE;
        }
        int[] places = new int[Math.min(column.remaining(), limit)];
        int size = 0;
        for (int last = -1; column.hasMore(); size++) {
            // At most limit - 1, so the sum does not overflow.
            last += 1 + column.varintBelow(limit - last - 1);
            places[size] = last;
        }
        return Arrays.copyOf(places, size);
    }

    private void details(WireReader message, int size, TrackBuilder events) throws IOException {
        WireReader tensorCounts = WireReader.empty();
        WireReader tensors = WireReader.empty();
        WireReader sequences = WireReader.empty();
        WireReader forwardThreads = WireReader.empty();
        WireReader[] arguments = new WireReader[4];
        Arrays.fill(arguments, WireReader.empty());
        for (int field = message.field(); field != 0; field = message.field()) {
            switch (field) {
                case 1 -> {
                    for (int event : places(message.message(), size)) {
                        events.async(event);
                    }
                }
                case 2 -> signatures(message.message(), size, events);
                case 3 -> stacks(message.message(), size, events);
                case 4 -> sequences = message.message();
                case 5 -> forwardThreads = message.message();
                case 6 -> correlations(message.message(), size, events);
                case 7 -> tensorCounts = message.message();
                case 8 -> tensors = message.message();
                case 9, 10, 11, 12 -> arguments[field - 9] = message.message();
                default -> message.skip();
            }
        }
        sequences(sequences, forwardThreads, size, events);
        tensors(tensorCounts, tensors, size, events);
        arguments(arguments, size, events);
    }

    private void signatures(WireReader column, int size, TrackBuilder events) throws IOException {
        int[] known = ids.signatures();
        for (int event = 0; column.hasMore(); event++) {
            int id = column.varintBelow(known.length + 1);
            if (id > 0) {
                events.signature(inRange(column, event, size), known[id - 1]);
            }
        }
    }

    private void stacks(WireReader column, int size, TrackBuilder events) throws IOException {
        int[] known = ids.stacks();
        for (int event = 0; column.hasMore(); event++) {
            int id = column.varintBelow(known.length + 1);
            if (id > 0) {
                events.stack(inRange(column, event, size), known[id - 1]);
            }
        }
    }

    private static void sequences(WireReader column, WireReader forwardThreads, int size, TrackBuilder events)
            throws IOException {
        long last = 0;
        for (int event = 0; column.hasMore(); event++) {
            long next = column.varint();
            long thread = forwardThreads.hasMore() ? forwardThreads.varint() - 1 : -1;
            if (next != 0) {
                last += WireReader.unzigzag(next - 1);
                events.sequence(inRange(column, event, size), last, thread);
            }
        }
    }

    private static void correlations(WireReader column, int size, TrackBuilder events) throws IOException {
        long last = 0;
        for (int event = 0; column.hasMore(); event++) {
            long next = column.varint();
            if (next != 0) {
                last += WireReader.unzigzag(next - 1);
                events.correlation(inRange(column, event, size), last);
            }
        }
    }

    private static void tensors(WireReader counts, WireReader column, int size, TrackBuilder events)
            throws IOException {
        long last = 0;
        for (int event = 0; counts.hasMore(); event++) {
            int count = counts.varintBelow(column.remaining() + 1);
            long[] addresses = new long[count];
            for (int i = 0; i < count; i++) {
                last += column.signedVarint();
                addresses[i] = last;
            }
            events.tensors(inRange(counts, event, size), addresses, 0, count);
        }
    }

    private void arguments(WireReader[] columns, int size, TrackBuilder events) throws IOException {
        WireReader places = columns[0];
        int[] nameIds = ids.names();
        int event = 0;
        while (places.hasMore()) {
            event += places.varintBelow(size - event);
            int key = nameIds[columns[1].varintBelow(nameIds.length)];
            int type = columns[2].varintBelow(ArgumentsWriter.BOOLEAN + 1);
            WireReader values = columns[3];
            switch (type) {
                case ArgumentsWriter.LONG -> events.argument(event, key, values.signedVarint());
                case ArgumentsWriter.DOUBLE -> events.argument(event, key, Double.longBitsToDouble(values.varint()));
                case ArgumentsWriter.BOOLEAN -> events.argument(event, key, values.varintBelow(2) != 0);
                default -> events.argument(event, key, ids.text(values.varintBelow(nameIds.length)));
            }
        }
    }

    private static int inRange(WireReader column, int event, int size) throws IOException {
        if (event >= size) {
            throw column.wrong("there are more than " + size + " events");
        }
        return event;
    }
}
