package io.stepprofiler.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What both ways of delivery have in common. */
class DeliveryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private enum Way {
        SYNCHRONOUS {
            @Override
            Delivery to(List<TraceHandler> handlers, DeliveryListener listener) {
                return new SynchronousDelivery(handlers, listener);
            }
        },
        BACKGROUND {
            @Override
            Delivery to(List<TraceHandler> handlers, DeliveryListener listener) {
                return new BackgroundDelivery(handlers, listener, new WorkLog(), MINUTE, MINUTE, 1 << 20);
            }
        };

        abstract Delivery to(List<TraceHandler> handlers, DeliveryListener listener);
    }

    private final Journal journal = new Journal();
    private final List<Delivery> made = new ArrayList<>();

    private Delivery delivery(Way way, TraceHandler... handlers) {
        Delivery delivery = way.to(List.of(handlers), journal);
        made.add(delivery);
        return delivery;
    }

    @AfterEach
    void endThreads() {
        made.forEach(Delivery::abort);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void submit_severalWindowsAndHandlers_goesWindowByWindowAndHandlerByHandler(Way way) {
        Delivery delivery = delivery(way, journal.handler("first"), journal.handler("second"));
        assertThat(delivery.submit(Journal.window("A"))).isTrue();
        assertThat(delivery.submit(Journal.window("B"))).isTrue();
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(journal.lines())
                .containsSubsequence("assembled A", "first got A", "second got A", "first got B", "second got B")
                .containsSubsequence("assembled A", "assembled B", "first got B")
                .hasSize(6);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void submit_noHandlers_isAssembledAllTheSame(Way way) {
        Delivery delivery = delivery(way);
        assertThat(delivery.submit(Journal.window("A"))).isTrue();
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(journal.lines()).containsExactly("assembled A");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void submit_handlersThrow_tellsWhatAndReachesTheOthersAndTheNextWindow(Way way) {
        Exception exception = new Exception("checked");
        Error error = new StackOverflowError();
        Delivery delivery = delivery(
                way,
                journal.handler("exception", () -> {
                    throw exception;
                }),
                journal.handler("error", () -> {
                    throw error;
                }),
                journal.handler("good"));
        delivery.submit(Journal.window("A"));
        delivery.submit(Journal.window("B"));
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(journal.calls())
                .containsExactly(
                        "exception got A", "error got A", "good got A", "exception got B", "error got B", "good got B");
        assertThat(journal.lines())
                .containsSubsequence("exception failed with A", "error failed with A", "good got A")
                .containsSubsequence("exception failed with B", "error failed with B", "good got B");
        assertThat(journal.causes()).containsExactly(exception, error, exception, error);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void submit_assemblyThrows_tellsItAndCallsNoHandler(Way way) {
        Exception exception = new Exception("cannot read the buffers");
        Error error = new OutOfMemoryError("too many events");
        Delivery delivery = delivery(way, journal.handler("handler"));
        assertThat(delivery.submit(() -> {
                    throw exception;
                }))
                .isTrue();
        delivery.submit(() -> {
            throw error;
        });
        delivery.submit(Journal.window("C"));
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(journal.lines())
                .containsExactly("assembly failed", "assembly failed", "assembled C", "handler got C");
        assertThat(journal.causes()).containsExactly(exception, error);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void submit_handler_getsTheTraceThatWasAssembled(Way way) throws Exception {
        Trace trace = Journal.window("A").assemble();
        List<Trace> got = new ArrayList<>();
        Delivery delivery = delivery(way, got::add, got::add);
        delivery.submit(() -> trace);
        assertThat(delivery.await(MINUTE)).isTrue();
        assertThat(got).hasSize(2).allMatch(each -> each == trace);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void await_nothingSubmitted_isTrueAtOnce(Way way) {
        assertThat(delivery(way).await(Duration.ZERO)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void submit_failuresAtRandom_callsTheSameAsALoopWould(Way way) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Journal actual = new Journal();
            int handlers = 1 + random.nextInt(4);
            List<TraceHandler> all = new ArrayList<>();
            for (int i = 0; i < handlers; i++) {
                boolean failing = random.nextBoolean();
                all.add(actual.handler("handler" + i, () -> {
                    if (failing) {
                        throw new IllegalStateException();
                    }
                }));
            }
            Delivery delivery = way.to(all, actual);
            List<String> expected = new ArrayList<>();
            for (int window = 0; window < 20; window++) {
                if (random.nextInt(5) == 0) {
                    delivery.submit(() -> {
                        throw new IllegalStateException();
                    });
                    continue;
                }
                delivery.submit(Journal.window("window" + window));
                for (int i = 0; i < handlers; i++) {
                    expected.add("handler" + i + " got window" + window);
                }
            }
            assertThat(delivery.await(MINUTE)).isTrue();
            delivery.abort();
            assertThat(actual.calls()).as("seed %d", seed).isEqualTo(expected);
        }
    }
}
