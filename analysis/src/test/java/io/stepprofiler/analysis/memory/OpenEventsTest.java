package io.stepprofiler.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;

class OpenEventsTest {
    @Test
    void innermostAt_startAndEndOfAnEvent_hasTheStartInside() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        int outer = main.add(builder.nameId("outer"), 0, 10);
        int inner = main.add(builder.nameId("inner"), 2, 3);
        OpenEvents open = new OpenEvents(new TrackTree(builder.build().tracks().get(0), new byte[2]));

        assertThat(open.innermostAt(2)).isEqualTo(inner);
        assertThat(open.innermostAt(4)).isEqualTo(inner);
        assertThat(open.innermostAt(5)).isEqualTo(outer);
        assertThat(open.innermostAt(10)).isEqualTo(TrackTree.ROOT);
    }
}
