package io.stepprofiler.handlers.output;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.handlers.perfetto.PerfettoExporter;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.ThreadSegmentHeader;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Exports a trace whose events are made when they are asked for, as those of a journal are read, in a virtual machine
 * of its own: an exporter that keeps something of each of them runs out of memory, and one that goes back and forth is
 * found by how often they were made.
 */
final class LongExport {
    private static final int SEGMENT = 50_000;
    private static final int NESTED = 100;
    private static final int NAMES = 10;
    private static final long NANOS = 500;
    private static final int MAX_PASSES = 4;

    private LongExport() {}

    /** The arguments are the name of the file and the number of events. */
    public static void main(String[] arguments) throws IOException {
        String file = arguments[0];
        int events = Integer.parseInt(arguments[1]);
        AtomicLong made = new AtomicLong();
        TraceExporter exporter = file.contains("json") ? new ChromeTraceExporter() : new PerfettoExporter();
        exporter.export(trace(events, made), file, OutputStream.nullOutputStream(), ExportMeter.none());
        if (made.get() < events || made.get() > (long) MAX_PASSES * events) {
            throw new AssertionError("events made: " + made);
        }
    }

    private static Trace trace(int events, AtomicLong made) {
        JoinedSegments joined = new JoinedSegments();
        joined.trace().window(anchor(0), anchor(events));
        for (int first = 0; first < events; first += SEGMENT) {
            joined.add(segment(first, made).build());
        }
        return joined.build();
    }

    private static SegmentBuilder segment(int first, AtomicLong made) {
        SegmentBuilder segment = new SegmentBuilder(anchor(first), anchor(first + SEGMENT));
        for (int name = 0; name < NAMES; name++) {
            segment.beside().nameId("name " + name);
        }
        segment.beside().step(new StepMark(first / SEGMENT, first * NANOS, SEGMENT * NANOS, 1, false));
        ThreadSegmentHeader facts = new ThreadSegmentHeader(
                1,
                "main",
                false,
                first,
                SEGMENT,
                first * NANOS,
                (first + SEGMENT) * NANOS,
                new int[0],
                ThreadSegmentHeader.Has.NOTHING);
        segment.thread(1, "main", first).readLater(facts, to -> add(first, made, to));
        return segment;
    }

    /** Every hundredth event has the others inside it; all touch. */
    private static void add(int first, AtomicLong made, TrackBuilder to) {
        made.addAndGet(SEGMENT);
        for (int i = first; i < first + SEGMENT; i++) {
            to.add(i % NAMES, i * NANOS, i % NESTED == 0 ? NESTED * NANOS : NANOS);
        }
    }

    private static ClockAnchor anchor(int event) {
        return new ClockAnchor(event * NANOS, event * NANOS);
    }
}
