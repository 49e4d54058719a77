package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.handlers.rows.Earliest;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;

/**
 * Clocks of a file: times are on the monotonic clock, tied to the wall clock at the start and the end of the window.
 *
 * <p>Readers drop events before time 0. If there are any, because the machine's clock counts from another moment, all
 * times are moved so that the first one is 0.
 *
 * @param offset nanoseconds to add to a time of the trace for the time in the file
 */
record Clocks(Trace trace, long earliest, long offset, long correction) {
    static Clocks of(Trace trace) {
        long earliest = Earliest.nanos(trace);
        return new Clocks(trace, earliest, Math.max(0, -earliest), 0);
    }

    /** Clocks of a trace among others, with its corrected times of day. */
    static Clocks ofDay(Trace trace, long correction) {
        long offset = trace.start().epochNanos() - trace.start().monotonicNanos() + correction;
        return new Clocks(trace, Earliest.nanos(trace), offset, correction);
    }

    /** Earliest time of the file. */
    long first() {
        return earliest + offset;
    }

    void write(Packets packets) throws IOException {
        // Readers take a clock that goes backwards for broken; of several traces, only the first one writes it.
        if (packets.sequences > 0) {
            return;
        }
        writeAnchor(trace.start(), true, packets);
        if (trace.end().monotonicNanos() >= trace.start().monotonicNanos()) {
            writeAnchor(trace.end(), false, packets);
        }
    }

    static void write(WireWriter out, int clockId, long time) {
        int clock = out.begin(PerfettoFields.SNAPSHOT_CLOCK);
        out.present(PerfettoFields.CLOCK_ID, clockId);
        out.present(PerfettoFields.CLOCK_TIMESTAMP, time);
        out.end(clock);
    }

    private void writeAnchor(ClockAnchor anchor, boolean first, Packets packets) throws IOException {
        WireWriter out = packets.out();
        int packet = packets.begin();
        int snapshot = out.begin(PerfettoFields.PACKET_CLOCK_SNAPSHOT);
        write(out, PerfettoFields.MONOTONIC, anchor.monotonicNanos() + offset);
        write(out, PerfettoFields.REALTIME, anchor.epochNanos() + correction);
        if (first) {
            out.present(PerfettoFields.SNAPSHOT_PRIMARY_CLOCK, PerfettoFields.MONOTONIC);
        }
        out.end(snapshot);
        packets.end(packet);
    }
}
