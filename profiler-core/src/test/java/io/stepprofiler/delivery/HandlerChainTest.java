package io.stepprofiler.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class HandlerChainTest {
    /** Makes the calls, and says of one of them, counted from 0 with the assembly, that it took too long. */
    private static final class GivingUp implements HandlerChain.Caller {
        private final int givenUp;
        private int calls;

        GivingUp(int givenUp) {
            this.givenUp = givenUp;
        }

        @Override
        public <T> T call(Callable<T> work) throws Exception {
            T result = work.call();
            if (calls++ == givenUp) {
                throw new HandlerChain.OutOfTime(Duration.ofSeconds(1));
            }
            return result;
        }
    }

    private final Journal journal = new Journal();

    private static void deliver(HandlerChain chain, String id) {
        Submission window = Journal.window(id);
        Trace trace = chain.assemble(window);
        if (trace != null) {
            chain.hand(window, trace);
        }
    }

    @Test
    void deliver_callerGivesAHandlerUp_callsTheOthersFromThenOn() {
        List<TraceHandler> handlers =
                List.of(journal.handler("before"), journal.handler("hanging"), journal.handler("after"));
        HandlerChain chain = new HandlerChain(handlers, journal, new GivingUp(2));
        deliver(chain, "A");
        deliver(chain, "B");
        assertThat(journal.calls())
                .containsExactly("before got A", "hanging got A", "after got A", "before got B", "after got B");
    }

    @Test
    void deliver_sameHandlerTwiceAndOnePlaceGivenUp_keepsTheOther() {
        TraceHandler handler = journal.handler("handler");
        HandlerChain chain = new HandlerChain(List.of(handler, handler), journal, new GivingUp(1));
        deliver(chain, "A");
        deliver(chain, "B");
        assertThat(journal.calls()).containsExactly("handler got A", "handler got A", "handler got B");
    }

    @Test
    void deliver_assemblyTakesTooLong_callsNoHandlerForThatWindowAndAllForTheNext() {
        HandlerChain chain = new HandlerChain(List.of(journal.handler("handler")), journal, new GivingUp(0));
        deliver(chain, "A");
        deliver(chain, "B");
        assertThat(journal.calls()).containsExactly("handler got B");
        assertThat(journal.causes()).singleElement().isInstanceOf(HandlerChain.OutOfTime.class);
    }

    @Test
    void submission_whoseAssemblyTakesTooLong_isToldThatThereIsNoTrace() {
        HandlerChain chain = new HandlerChain(List.of(), journal, new GivingUp(0));
        Told submission = new Told();
        assertThat(chain.assemble(submission)).isNull();
        assertThat(submission.causes).singleElement().isInstanceOf(HandlerChain.OutOfTime.class);
        assertThat(chain.assemble(submission)).isNotNull();
        assertThat(submission.causes).hasSize(1);
    }

    @Test
    void submission_thatIsLostForLackOfMemory_isToldThatThereIsNoTrace() {
        HandlerChain chain = new HandlerChain(List.of(), journal, new GivingUp(-1));
        Told submission = new Told();
        OutOfMemoryError cause = new OutOfMemoryError();
        chain.lose(submission, cause);
        assertThat(submission.causes).containsExactly(cause);
    }

    private static final class Told implements Submission {
        private final List<Throwable> causes = new ArrayList<>();

        @Override
        public Trace assemble() {
            return new TraceBuilder().build();
        }

        @Override
        public void notAssembled(Throwable cause) {
            causes.add(cause);
        }
    }
}
