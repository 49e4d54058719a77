package io.stepprofiler.testkit;

import static io.stepprofiler.testkit.TraceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.stepprofiler.Counter;
import io.stepprofiler.Memory;
import io.stepprofiler.Scope;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings("try")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TraceAssertTest {
    private Trace trace;

    @BeforeAll
    void record() {
        Schedule schedule = Schedule.builder().active(2).repeat(1).build();
        try (TestProfile test =
                TestProfile.start(builder -> builder.schedule(schedule).profileMemory(true))) {
            for (int step = 0; step < 2; step++) {
                try (Scope forward = Scope.open("forward").arg("batch", 32)) {
                    test.clock().advance(Duration.ofMillis(2));
                    try (Scope ignored = Scope.open("conv")) {
                        Memory.allocated(step + 1, 100);
                        test.clock().advance(Duration.ofMillis(3));
                    }
                }
                Memory.freed(step + 1, 100);
                Counter.of("loss").record(0.5 - 0.25 * step);
                test.profile().step();
            }
            trace = test.trace();
        }
    }

    static Stream<Arguments> assertions() {
        return Stream.of(
                of("hasSteps", t -> t.hasSteps(0, 1), t -> t.hasSteps(1), "steps [1], but there are [0, 1]"),
                of(
                        "stepLasts",
                        t -> t.stepLasts(1, Duration.ofMillis(5)),
                        t -> t.stepLasts(1, Duration.ofMillis(6)),
                        "step 1 to last 6 ms, but it lasts 5 ms"),
                of(
                        "step that is not there",
                        t -> t.stepLasts(0, Duration.ofMillis(5)),
                        t -> t.stepLasts(2, Duration.ZERO),
                        "step 2, but there is none"),
                of("event", t -> t.event("conv"), t -> t.event("convolution"), "an event \"convolution\""),
                of("hasNoEvent", t -> t.hasNoEvent("x"), t -> t.hasNoEvent("conv"), "no event \"conv\""),
                of(
                        "hasCounter",
                        t -> t.hasCounter("loss", 0.5, 0.25),
                        t -> t.hasCounter("loss", 0.5),
                        "[0.5], but it has [0.5, 0.25]"),
                of("allocates", t -> t.allocates(200), t -> t.allocates(100), "200 bytes allocated, 200 freed"),
                of("retains", t -> t.retains(0), t -> t.retains(100), "100 bytes to be retained"),
                of("times", t -> t.event("conv").times(2), t -> t.event("conv").times(3), "but there are 2"),
                of(
                        "eachLasts",
                        t -> t.event("forward").eachLasts(Duration.ofMillis(5)),
                        t -> t.event("forward").eachLasts(Duration.ofMillis(4)),
                        "each of 2 events \"forward\" to last 4 ms, but one lasts 5 ms"),
                of(
                        "eachHasSelfTime",
                        t -> t.event("forward").eachHasSelfTime(Duration.ofMillis(2)),
                        t -> t.event("forward").eachHasSelfTime(Duration.ofMillis(5)),
                        "to have a self time of 5 ms, but one has 2 ms"),
                of(
                        "lastInAll",
                        t -> t.event("conv").lastInAll(Duration.ofMillis(6)),
                        t -> t.event("conv").lastInAll(Duration.ofMillis(3)),
                        "3 ms in all, but it is 6 ms"),
                of(
                        "hasParent",
                        t -> t.event("conv").hasParent("forward"),
                        t -> t.event("forward").hasParent("conv"),
                        "directly inside \"conv\", but one is inside nothing"),
                of(
                        "isInside",
                        t -> t.event("conv").isInside("forward"),
                        t -> t.event("conv").isInside("backward"),
                        "inside \"backward\""),
                of("isInStep", t -> t.hasSteps(0, 1), t -> t.event("conv").isInStep(1), "in step 1, but one is not"),
                of(
                        "isOn",
                        t -> t.event("conv").isOn(Thread.currentThread().getName()),
                        t -> t.event("conv").isOn("loader"),
                        "on \"loader\", but one is on"),
                of(
                        "hasArgument",
                        t -> t.event("forward").hasArgument("batch", 32L),
                        t -> t.event("forward").hasArgument("batch", 64L),
                        "with batch = 64, but one has {batch=32}"),
                of(
                        "isOfKind",
                        t -> t.event("conv").isOfKind(EventKind.SCOPE),
                        t -> t.event("conv").isOfKind(EventKind.TASK),
                        "of kind TASK, but one is SCOPE"));
    }

    private static Arguments of(String name, Consumer<TraceAssert> holds, Consumer<TraceAssert> fails, String message) {
        return arguments(name, holds, fails, message);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("assertions")
    void assertion_thatHolds_passesAndOneThatDoesNotSaysWhy(
            String name, Consumer<TraceAssert> holds, Consumer<TraceAssert> fails, String message) {
        assertThatCode(() -> holds.accept(assertThat(trace))).doesNotThrowAnyException();
        assertThatThrownBy(() -> fails.accept(assertThat(trace)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(message)
                .hasMessageContaining("forward: 5 ms from 0 ms");
    }

    @Test
    void markersTasksAndFrames_ofADomain_areEventsWithTheirKind() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        main.add(builder.markerId("evict", "input", MarkerScope.PROCESS), 0, 0);
        main.add(builder.nameId("decode", EventKind.TASK, "input"), 0, 2_000_000);
        main.add(builder.nameId("image", EventKind.FRAME, "input"), 0, 2_000_000);
        TraceAssert assertion = assertThat(builder.build());
        assertion.event("evict").isOfKind(EventKind.MARKER).isInDomain("input").eachLasts(Duration.ZERO);
        assertion.event("decode").isOfKind(EventKind.TASK).isInDomain("input").eachLasts(Duration.ofMillis(2));
        assertion.event("image").isOfKind(EventKind.FRAME).isInDomain("input").times(1);
        assertThatThrownBy(() -> assertion.event("evict").isInDomain(""))
                .hasMessageContaining("in domain \"\", but one is in \"input\"");
    }

    @Test
    void message_ofAFailure_marksTheEventsThatFail() {
        assertThatThrownBy(() -> assertThat(trace).event("conv").isInStep(0))
                .hasMessage("""
                        expected each of 2 events "conv" in step 0, but one is not
                        """ + TraceText.of(trace).replaceFirst("(?s)(.*) {2}( {4}conv)", "$1> $2"));
    }

    @Test
    void tree_ofATrace_hasALineForEachEvent() {
        assertThat(TraceText.of(trace)).isEqualTo("""
                        thread %s
                          step 0: 5 ms from 0 ms
                            forward: 5 ms from 0 ms, self 2 ms {batch=32}
                              conv: 3 ms from 2 ms
                          step 1: 5 ms from 5 ms
                            forward: 5 ms from 5 ms, self 2 ms {batch=32}
                              conv: 3 ms from 7 ms
                        counter loss: 0.5, 0.25
                        memory: 200 bytes allocated, 200 freed
                        %s
                        """.formatted(
                        Thread.currentThread().getName(), trace.account().summary()));
    }

    @Test
    void account_withLostEvents_isNotWhole() {
        try (TestProfile test = TestProfile.start(builder -> builder.limits(limits -> limits.withMaxEvents(1)))) {
            Scope.open("a").close();
            Scope.open("b").close();
            Trace lossy = test.trace();
            assertThatThrownBy(() -> assertThat(lossy).isWhole()).hasMessageContaining("1 dropped");
        }
    }

    @Test
    void tree_ofALongTrace_saysWhatItLeavesOut() {
        try (TestProfile test = TestProfile.start()) {
            for (int i = 0; i < 300; i++) {
                Scope.open("a").close();
            }
            assertThat(TraceText.of(test.trace())).contains("… 101 more lines");
        }
    }
}
