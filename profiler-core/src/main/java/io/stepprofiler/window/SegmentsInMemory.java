package io.stepprofiler.window;

import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** Store of segments as they are, in the heap. */
public final class SegmentsInMemory implements SegmentStore {
    private final Deque<Segment> segments = new ArrayDeque<>();
    private long bytes;

    @Override
    public void append(Segment segment) {
        segments.add(segment);
        bytes += segment.bytes();
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public void discardBefore(long nanos) {
        while (!segments.isEmpty() && segments.element().end().monotonicNanos() < nanos) {
            bytes -= segments.remove().bytes();
        }
    }

    @Override
    public void discardBeyond(long most) {
        // The newest segment stays in any case: it is in memory already.
        while (bytes > most && segments.size() > 1) {
            bytes -= segments.remove().bytes();
        }
    }

    @Override
    public long firstNanos() {
        return segments.isEmpty() ? Long.MIN_VALUE : segments.element().start().monotonicNanos();
    }

    @Override
    public void finish(JournalEnd end, SegmentCounts counted) {}

    @Override
    public void forEach(Consumer<Segment> taker) {
        List.copyOf(segments).forEach(taker);
    }

    @Override
    public void close(boolean keepFiles) {
        segments.clear();
        bytes = 0;
    }
}
