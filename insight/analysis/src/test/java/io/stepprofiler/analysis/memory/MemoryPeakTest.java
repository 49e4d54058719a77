package io.stepprofiler.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;

class MemoryPeakTest {
    @Test
    void scopes_nestedAndOverlappingOnes_areAllThatAreOpenAtThePeak() {
        TraceBuilder trace = new TraceBuilder().options(new RecordingOptions(true, true, true, false, false));
        TrackBuilder main = trace.thread(1, "main");
        main.add(trace.nameId("before"), 0, 10);
        main.add(trace.nameId("outer"), 0, 100);
        main.add(trace.nameId("overlapped"), 20, 40);
        main.add(trace.nameId("inner"), 30, 50);
        main.async(main.add(trace.nameId("async"), 30, 50));
        main.add(trace.nameId("ended"), 40, 10);
        trace.step(new StepMark(3, 0, 100, 1, false));
        trace.memory(MemoryEvent.allocated(25, 1, 0xA, 100));
        trace.memory(MemoryEvent.allocated(50, 1, 0xB, 7));

        MemoryPeak peak = MemoryTimeline.of(trace.build()).peak();

        assertThat(peak.scopes())
                .extracting(MemoryPeak.OpenScope::name, MemoryPeak.OpenScope::depth, MemoryPeak.OpenScope::bytes)
                .containsExactly(
                        tuple("ProfilerStep#3", 0, 107L),
                        tuple("outer", 1, 107L),
                        tuple("overlapped", 2, 107L),
                        tuple("inner", 3, 7L));
    }
}
