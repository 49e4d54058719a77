package io.stepprofiler.journal.blocks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes segments that are thrown away, once a process: so that the library that compresses is loaded, and the code
 * compiled, before the buffers of a window are full. The first segment takes some hundred milliseconds otherwise, in
 * which events are dropped.
 */
final class JournalRehearsal {
    private static final AtomicBoolean HELD = new AtomicBoolean();
    private static final int SEGMENTS = 20;
    private static final int EVENTS = 8192;

    private JournalRehearsal() {}

    static void hold() throws IOException {
        if (HELD.compareAndSet(false, true)) {
            Segment segment = segment();
            BlockEncoder encoder = new BlockEncoder(0, Compressor.create());
            for (int i = 0; i < SEGMENTS; i++) {
                encoder.segment(segment);
            }
        }
    }

    private static Segment segment() {
        SegmentBuilder segment = new SegmentBuilder(new ClockAnchor(0, 0), new ClockAnchor(100L * EVENTS, 0));
        int outer = segment.beside().nameId("outer");
        int inner = segment.beside().nameId("inner");
        TrackBuilder events = segment.thread(1, "thread", 0).events().reserve(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            // No two take the same time, as in earnest.
            events.add(i % 8 == 0 ? outer : inner, 100L * i, i % 8 == 0 ? 800 : 10 + i * 7919L % 89);
        }
        return segment.build();
    }
}
