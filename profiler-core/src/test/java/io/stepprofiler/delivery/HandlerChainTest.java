package io.stepprofiler.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.TraceHandler;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandlerChainTest {
    private final Journal journal = new Journal();

    @Test
    void deliver_callerGivesAHandlerUp_callsTheOthersFromThenOn() {
        TraceHandler hanging = journal.handler("hanging");
        HandlerChain chain = new HandlerChain(
                List.of(journal.handler("before"), hanging, journal.handler("after")), journal, (handler, trace) -> {
                    handler.onTraceReady(trace);
                    return handler != hanging;
                });
        chain.deliver(Journal.window("A"));
        chain.deliver(Journal.window("B"));
        assertThat(journal.calls())
                .containsExactly("before got A", "hanging got A", "after got A", "before got B", "after got B");
    }

    @Test
    void deliver_sameHandlerTwiceAndOnePlaceGivenUp_keepsTheOther() {
        TraceHandler handler = journal.handler("handler");
        boolean[] first = {true};
        HandlerChain chain = new HandlerChain(List.of(handler, handler), journal, (each, trace) -> {
            each.onTraceReady(trace);
            boolean again = !first[0];
            first[0] = false;
            return again;
        });
        chain.deliver(Journal.window("A"));
        chain.deliver(Journal.window("B"));
        assertThat(journal.calls()).containsExactly("handler got A", "handler got A", "handler got B");
    }
}
