package io.stepprofiler.window;

import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.SegmentReceiver;
import java.io.IOException;
import java.util.function.Consumer;

/** Store that passes segments to a receiver and keeps none. */
public final class SegmentsGivenAway implements SegmentStore {
    private final SegmentReceiver receiver;

    public SegmentsGivenAway(SegmentReceiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public boolean keeps() {
        return false;
    }

    @Override
    public void append(Segment segment) throws IOException {
        receiver.receive(segment);
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public void discardBefore(long nanos) {}

    @Override
    public void discardBeyond(long bytes) {}

    @Override
    public long firstNanos() {
        return Long.MIN_VALUE;
    }

    @Override
    public void finish(JournalEnd end, SegmentCounts counted) {}

    @Override
    public void forEach(Consumer<Segment> taker) {}

    @Override
    public void close(boolean keepFiles) {}
}
