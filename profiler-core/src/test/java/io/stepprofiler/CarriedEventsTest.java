package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.ContinuedEvent;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TracePart;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scopes that began long before the steps that a history keeps. */
@Tag("long")
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class CarriedEventsTest {
    /** Of these, the segments that they began in are given up. */
    private static final int STEPS = 60;

    private static final int FILLERS = 40_000;
    private static final Label FILLER = Label.of("filler");

    private final Profile profile = Profile.builder()
            .history(History.ofSteps(3))
            .maxBufferBytes(256 << 20)
            .start();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private final Thread loader = new Thread(
            () -> {
                try (Scope load = Scope.open("load")) {
                    begun.countDown();
                    release.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            },
            "loader");

    @AfterEach
    void close() throws InterruptedException {
        release.countDown();
        loader.join();
        profile.close();
    }

    private void run(int steps) {
        for (int i = 0; i < steps; i++) {
            for (int j = 0; j < FILLERS; j++) {
                Scope.end(Scope.begin(FILLER));
            }
            profile.step();
        }
    }

    private Trace snapshot() {
        return profile.takeSnapshot("for a test")
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    private static List<ContinuedEvent> continued(Trace trace) {
        return trace.part().map(TracePart::continued).orElse(List.of());
    }

    @Test
    void scopes_thatAreStillOpen_areContinued() throws InterruptedException {
        loader.start();
        begun.await();
        try (Scope epoch = Scope.open("epoch");
                Scope model = ModuleScope.open("model", "Net")) {
            run(STEPS);
            Trace trace = snapshot();
            assertThat(continued(trace))
                    .extracting(ContinuedEvent::name)
                    .containsExactlyInAnyOrder("epoch", "model", "load");
            assertThat(continued(trace)).allMatch(ContinuedEvent::unfinished);
            assertThat(continued(trace).stream()
                            .filter(event ->
                                    event.trackId() == Thread.currentThread().getId())
                            .map(ContinuedEvent::name))
                    .containsExactly("epoch", "model");
            assertThat(trace.account().begun()).isEqualTo(trace.eventCount());
            assertThat(trace.isPartial()).isFalse();
        }
    }

    @Test
    void scope_thatEndsAmongTheKeptSteps_hasItsStartAndEnd() throws InterruptedException {
        long before = System.nanoTime();
        loader.start();
        begun.await();
        long opened = System.nanoTime();
        run(STEPS);
        long closing = System.nanoTime();
        release.countDown();
        loader.join();
        long closed = System.nanoTime();
        run(1);

        Map<String, ContinuedEvent> byName =
                continued(snapshot()).stream().collect(Collectors.toMap(ContinuedEvent::name, event -> event));
        assertThat(byName).containsOnlyKeys("load");
        ContinuedEvent load = byName.get("load");
        assertThat(load.unfinished()).isFalse();
        assertThat(load.startNanos()).isBetween(before, opened);
        assertThat(load.startNanos() + load.durationNanos()).isBetween(closing, closed);
    }

    @Test
    void scope_thatEndedBeforeTheKeptSteps_isLeftOut() {
        try (Scope epoch = Scope.open("epoch")) {
            run(STEPS / 2);
        }
        run(STEPS / 2);
        assertThat(continued(snapshot())).isEmpty();
    }

    @Test
    void scope_thatEndsAfterItsThreadGoesOnInAnotherBuffer_isLeftOut() {
        Objects.requireNonNull(Recorder.open()).maxChunks(4);
        try (Scope epoch = Scope.open("epoch")) {
            run(STEPS);
            assertThat(continued(snapshot()).stream().map(ContinuedEvent::name)).containsExactly("epoch");
        }
        run(STEPS);
        assertThat(continued(snapshot())).isEmpty();
    }

    @Test
    void scope_ofAThreadThatHasEnded_isLeftOut() throws Exception {
        Recorded.onNewThread("short", () -> Scope.open("forgotten"));
        run(STEPS);
        assertThat(continued(snapshot())).isEmpty();
    }

    @Test
    void task_ofAThreadThatHasEnded_isContinuedUntilItEnds() throws Exception {
        long[] token = new long[1];
        long before = System.nanoTime();
        Recorded.onNewThread("short", () -> {
            token[0] = Task.of("request").begin();
            return Scope.open("forgotten");
        });
        long begunBy = System.nanoTime();
        run(STEPS);
        assertThat(continued(snapshot())).singleElement().satisfies(event -> {
            assertThat(event.name()).isEqualTo("request");
            assertThat(event.unfinished()).isTrue();
        });

        long ending = System.nanoTime();
        Task.end(token[0]);
        long endedBy = System.nanoTime();
        run(1);
        assertThat(continued(snapshot())).singleElement().satisfies(event -> {
            assertThat(event.unfinished()).isFalse();
            assertThat(event.startNanos()).isBetween(before, begunBy);
            assertThat(event.startNanos() + event.durationNanos()).isBetween(ending, endedBy);
        });

        Task.end(token[0]);
        run(STEPS);
        assertThat(continued(snapshot())).isEmpty();
    }

    @Test
    void scopes_ofMoreThanAreShown_areCounted() {
        Deque<Scope> open = new ArrayDeque<>();
        for (int i = 0; i < TracePart.MAX_CONTINUED + 90; i++) {
            open.addLast(Scope.open("level"));
        }
        run(STEPS);
        assertThat(continued(snapshot())).hasSize(TracePart.MAX_CONTINUED);
        assertThat(leftOut(snapshot())).isEqualTo(90);

        for (int i = 0; i < 20; i++) {
            open.removeLast().close();
        }
        assertThat(leftOut(snapshot())).as("they ended among the kept steps").isEqualTo(90);
        run(STEPS);
        assertThat(leftOut(snapshot())).isEqualTo(70);

        while (!open.isEmpty()) {
            open.removeLast().close();
        }
        run(STEPS);
        assertThat(continued(snapshot())).isEmpty();
        assertThat(leftOut(snapshot())).isZero();
    }

    private static long leftOut(Trace trace) {
        return trace.part().map(TracePart::continuedLeftOut).orElse(0L);
    }

    @Test
    void scopes_ofManyDepthsAndLengths_areContinuedByTheDefinition() {
        Random random = new Random(7);
        Deque<Scope> open = new ArrayDeque<>();
        Deque<String> names = new ArrayDeque<>();
        for (int round = 0; round < 8; round++) {
            for (int i = 0; i < 10; i++) {
                if (open.isEmpty() || random.nextInt(5) < 3) {
                    names.addLast("scope " + round + "." + i);
                    open.addLast(Scope.open(names.getLast()));
                } else {
                    open.removeLast().close();
                    names.removeLast();
                }
                run(1);
            }
            run(4);
            assertThat(continued(snapshot()).stream().map(ContinuedEvent::name)).containsExactlyElementsOf(names);
        }
        while (!open.isEmpty()) {
            open.removeLast().close();
        }
    }
}
