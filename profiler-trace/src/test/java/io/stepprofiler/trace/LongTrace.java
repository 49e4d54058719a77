package io.stepprofiler.trace;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.ArgumentColumns;
import io.stepprofiler.columns.EventColumns;
import io.stepprofiler.columns.Piece;
import io.stepprofiler.columns.PieceCache;
import io.stepprofiler.columns.PiecedTrack;
import io.stepprofiler.columns.Pieces;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.columns.TrackContent;
import java.util.ArrayList;
import java.util.List;

/**
 * A trace whose events are made when they are asked for, as those of a journal are read: whoever keeps something of
 * each of them runs out of memory.
 */
final class LongTrace {
    private static final int PIECE = 1 << 16;
    private static final int NAMES = 10;
    private static final long CACHED_BYTES = 8 << 20;

    private LongTrace() {}

    /** Sums up a trace, whole and in parts, in a virtual machine of its own; the argument is the number of events. */
    public static void main(String[] arguments) {
        int events = Integer.parseInt(arguments[0]);
        Trace trace = of(events);
        check(KeyAverages.of(trace), events);
        long inParts = 0;
        for (int third = 0; third < 3; third++) {
            long to = third == 2 ? Long.MAX_VALUE : events * 10L / 3 * (third + 1);
            inParts += trace.slice(events * 10L / 3 * third, to).account().written();
        }
        if (inParts != events) {
            throw new AssertionError("events in parts: " + inParts);
        }
    }

    private static void check(KeyAverages averages, int events) {
        long counted = averages.rows().stream().mapToLong(row -> row.count()).sum();
        if (counted != events || averages.selfNanosTotal() != events * 10L) {
            throw new AssertionError("events: " + counted + ", self: " + averages.selfNanosTotal());
        }
    }

    static Trace of(int events) {
        List<Pieces.Source> sources = new ArrayList<>();
        for (int first = 0; first < events; first += PIECE) {
            sources.add(new Made(Math.min(PIECE, events - first)));
        }
        Pieces pieces = Pieces.of(sources, new PieceCache(CACHED_BYTES));
        TraceColumns columns = new TraceColumns();
        columns.pieced.add(new PiecedTrack(1, "main", pieces, TrackContent.NOTHING, 0));
        TraceBuilder trace =
                new TraceBuilder(columns).window(new ClockAnchor(0, 0), new ClockAnchor(events * 10L, events * 10L));
        for (int name = 0; name < NAMES; name++) {
            trace.nameId("name " + name);
        }
        return trace.build();
    }

    /** No record: two sources of one size are two. */
    private static final class Made implements Pieces.Source {
        private final int size;

        Made(int size) {
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Piece read(int first) {
            EventColumns events = new EventColumns();
            events.reserve(size);
            for (int i = first; i < first + size; i++) {
                events.add(i % NAMES, i * 10L, 10);
            }
            return new Piece(first, events, new ArgumentColumns()).sorted();
        }
    }
}
