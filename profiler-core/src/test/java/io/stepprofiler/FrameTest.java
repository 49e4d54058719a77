package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.FrameRate;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameTest {
    @Test
    void begin_eachTime_isNumberedFrom1AlsoWhereNothingIsRecorded() {
        Frame frame = Frame.of("numbered");
        Frame.end(frame.begin());
        Trace trace = Recorded.trace(() -> {
            Frame.end(frame.begin());
            Frame.end(Frame.of("numbered").begin());
            long unused = Domain.of("other").frame("numbered").begin();
        });
        List<TraceEvent> frames = trace.events();
        assertThat(frames)
                .extracting(event -> event.arguments().get(FrameRate.NUMBER))
                .containsExactly(2L, 3L, 1L);
        assertThat(frames).extracting(TraceEvent::domain).containsExactly("", "", "other");
        assertThat(frames).extracting(TraceEvent::unfinished).containsExactly(false, false, true);
        assertThat(frames).allMatch(event -> event.kind() == EventKind.FRAME && event.async());
    }

    @Test
    void begin_withStacksAndInManyChunks_keepsItsNumber() {
        Frame frame = Frame.of("many");
        Trace trace = Recorded.trace(builder -> builder.withStack(true), () -> {
            for (int i = 0; i < 30_000; i++) {
                Frame.end(frame.begin());
            }
        });
        List<TraceEvent> frames = trace.events();
        assertThat(frames).hasSize(30_000);
        for (int i = 0; i < frames.size(); i++) {
            assertThat(frames.get(i).arguments()).containsEntry(FrameRate.NUMBER, i + 1L);
        }
    }

    private static Trace frames(long... numbersAndStarts) {
        TraceBuilder trace = new TraceBuilder();
        TrackBuilder track = trace.thread(1, "main");
        for (int i = 0; i < numbersAndStarts.length; i += 2) {
            int event = track.add(trace.nameId("frame", EventKind.FRAME, "d"), numbersAndStarts[i + 1], 1);
            track.frame(event, numbersAndStarts[i]);
        }
        return trace.build();
    }

    @Test
    void rate_ofFrames_isThatOfTheirNumbers() {
        assertThat(FrameRate.of(frames(3, 0, 4, 10_000_000, 8, 50_000_000)))
                .containsExactly(new FrameRate("d", "frame", 3, 3, 8, 100));
    }

    @Test
    void rate_ofOneFrame_isNone() {
        assertThat(FrameRate.of(frames(7, 5))).containsExactly(new FrameRate("d", "frame", 1, 7, 7, 0));
        assertThat(FrameRate.of(new TraceBuilder().build())).isEmpty();
    }
}
