package io.stepprofiler.nesting;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import org.junit.jupiter.api.Test;

class ForwardBackwardTest {
    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");
    private final TrackBuilder autograd = builder.thread(2, "autograd");

    private void forward(long start, long sequence) {
        main.sequence(main.add(builder.nameId("mm"), start, 5), sequence, -1);
    }

    private void backward(long start, long sequence) {
        autograd.sequence(autograd.add(builder.nameId("MmBackward"), start, 5), sequence, 1);
    }

    @Test
    void links_sequenceNumbersUsedAgain_areThoseOfTheForwardOperationBefore() {
        forward(0, 7);
        backward(10, 7);
        forward(20, 7);
        backward(30, 7);
        assertThat(ForwardBackward.links(builder.build()))
                .containsExactly(
                        new ForwardBackward.Link(new EventRef(1, 0), new EventRef(0, 0)),
                        new ForwardBackward.Link(new EventRef(1, 1), new EventRef(0, 1)));
    }

    @Test
    void links_noForwardOperationBefore_areNone() {
        backward(0, 7);
        forward(10, 7);
        forward(20, 8);
        assertThat(ForwardBackward.links(builder.build())).isEmpty();
    }
}
