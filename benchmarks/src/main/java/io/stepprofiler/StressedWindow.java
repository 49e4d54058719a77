package io.stepprofiler;

import io.stepprofiler.clock.ClockReading;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.recording.Capture;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.ThreadBuffer;
import io.stepprofiler.recording.ThreadRecorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import io.stepprofiler.window.WindowReader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Window in which one thread has filled its first chunk, whose first event is open, and a segment has been read. */
final class StressedWindow {
    private static final Capture CAPTURE = new Capture(RecordingOptions.NONE, 1, EnumSet.allOf(ActivityType.class));

    private final Window window = new Window(Long.MAX_VALUE, Long.MAX_VALUE, CAPTURE);
    private final WindowReader reader = new WindowReader(window);
    private final List<Segment> segments = new ArrayList<>();
    private final ThreadBuffer buffer;
    private final Chunk first;
    private final long token;

    /** End of the open event. */
    private final long end;

    StressedWindow() {
        ThreadRecorder recorder = ThreadRecorder.in(window);
        if (recorder == null) {
            throw new IllegalStateException("there is no room for a thread");
        }
        int name = recorder.refOf("event");
        token = recorder.begin(name);
        buffer = window.buffers().get(0);
        first = chunk(0);
        for (int i = 1; i < first.limit(); i++) {
            recorder.begin(name);
            first.end(i, Ticks.now());
        }
        recorder.begin(name);
        chunk(1).end(0, Ticks.now());
        cut();
        end = Ticks.now();
    }

    private Chunk chunk(int index) {
        Chunk chunk = buffer.chunks.pieces()[index];
        if (chunk == null) {
            throw new IllegalStateException("chunk " + index + " is not there");
        }
        return chunk;
    }

    void cut() {
        segments.add(reader.cut(ClockReading.now()));
    }

    /** Ends the event as its owner does: in its chunk if that has not been reclaimed. */
    void endByOwner() {
        buffer.end((int) token, end);
    }

    /** Begins the next chunk as the owner does: reclaims chunks that were read. */
    void nextChunk() {
        buffer.nextChunk();
    }

    void endElsewhere() {
        window.endElsewhere(token, end);
    }

    /** Reads the rest; returns whether the event is in the trace once, with its end reported once. */
    boolean isRight(boolean async) {
        window.end();
        segments.add(reader.cutLast());
        JoinedSegments joined = new JoinedSegments();
        segments.forEach(joined::add);
        Trace trace = joined.build();
        Track track = trace.tracks().get(0);
        long ended = track.startNanos(0) + track.durationNanos(0);
        long anomalies = async ? 1 : 0;
        return track.size() == first.limit() + 1
                && !track.isUnfinished(0)
                && track.isAsync(0) == async
                && ended >= track.startNanos(first.limit() - 1)
                && ended <= trace.end().monotonicNanos()
                && trace.account().written() == track.size()
                && trace.account().anomalies().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()
                        == anomalies;
    }
}
