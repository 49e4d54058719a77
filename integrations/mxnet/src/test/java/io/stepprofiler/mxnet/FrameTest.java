package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameTest {
    @Test
    void start_eachTime_isNumberedFrom1AlsoWhereNothingIsRecorded() {
        Domain domain = Domain.of("numbered frames");
        Frame frame = domain.newFrame("numbered");
        frame.start();
        frame.stop();
        Profile profile = Profile.builder().start();
        try (profile) {
            frame.start();
            frame.stop();
            domain.newFrame("numbered").start();
            Domain.of("other frames").newFrame("numbered").start();
        }
        List<TraceEvent> frames = profile.lastTrace().orElseThrow().events();
        assertThat(frames)
                .extracting(event -> event.arguments().get(FrameRate.NUMBER))
                .containsExactly(2L, 3L, 1L);
        assertThat(frames)
                .extracting(TraceEvent::domain)
                .containsExactly("numbered frames", "numbered frames", "other frames");
        assertThat(frames).extracting(TraceEvent::unfinished).containsExactly(false, true, true);
        assertThat(frames).allMatch(event -> event.kind() == EventKind.FRAME && event.async());
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
