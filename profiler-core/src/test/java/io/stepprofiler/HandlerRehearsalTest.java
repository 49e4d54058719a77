package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandlerRehearsalTest {
    private static class First implements TraceHandler {
        @Override
        public void onTraceReady(Trace trace) {}

        @Override
        public void rehearse(Trace trace) {}
    }

    private static final class Second extends First {}

    private static final class Counting implements TraceHandler {
        private final TraceHandler writer;

        Counting(TraceHandler writer) {
            this.writer = writer;
        }

        @Override
        public void onTraceReady(Trace trace) throws Exception {
            writer.onTraceReady(trace);
        }

        @Override
        public TraceHandler unwrapped() {
            return writer;
        }
    }

    @Test
    void due_handlersThatStandBeforeOthers_areThose() {
        First first = new First();
        Second second = new Second();
        assertThat(HandlerRehearsal.due(List.of(new Counting(first), new Counting(second), trace -> {})))
                .containsExactly(first, second);
        assertThat(HandlerRehearsal.due(List.of(new Counting(new First())))).isEmpty();
    }
}
