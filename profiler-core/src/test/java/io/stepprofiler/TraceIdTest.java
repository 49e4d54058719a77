package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TraceIdTest {
    private static final String RANDOM = "[0-9A-F]{32}";
    private final List<Trace> traces = new ArrayList<>();
    private final AtomicInteger made = new AtomicInteger();

    private ProfileBuilder builder() {
        return Profile.builder().synchronousDelivery(true).onTraceReady(traces::add);
    }

    private static Profile start(ProfileBuilder builder, Supplier<String> callback) {
        Profile profile = builder.build();
        profile.traceIdCallback(callback);
        profile.start();
        return profile;
    }

    private String numbered() {
        return "id " + made.incrementAndGet();
    }

    @Test
    void id_ofACycle_isMadeWhenItIsPreparedAndIsThatOfItsTrace() {
        Schedule schedule =
                Schedule.builder().wait(1).warmup(1).active(2).repeat(2).build();
        try (Profile profile = start(builder().schedule(schedule), this::numbered)) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                ids.add(profile.traceId());
                profile.step();
            }
            assertThat(ids).containsExactly("", "id 1", "id 1", "id 1", "id 1", "id 2", "id 2", "id 2", "id 2");
        }
        assertThat(traces).extracting(Trace::id).containsExactly("id 1", "id 2");
    }

    @Test
    void id_ofWindowsThatFollowEachOther_isNewForEach() {
        try (Profile profile = start(builder().schedule(step -> ProfilerAction.RECORD_AND_SAVE), this::numbered)) {
            profile.step();
            profile.step();
            Scope.open("work").close();
        }
        assertThat(traces).extracting(Trace::id).containsExactly("id 1", "id 2", "id 3");
    }

    @Test
    void id_withoutASchedule_isThatOfTheOneTrace() {
        Profile profile = builder().start();
        String id = profile.traceId();
        profile.close();
        assertThat(id).matches(RANDOM).isEqualTo(profile.traceId());
        assertThat(traces.get(0).id()).isEqualTo(id);
    }

    @SuppressWarnings("NullAway") // Null is what this is about.
    static Stream<Arguments> badCallbacks() {
        return Stream.of(
                bad("null", () -> null),
                bad("empty", () -> ""),
                bad("too long", () -> "x".repeat(Label.MAX_LENGTH + 1)),
                bad("throws", () -> {
                    throw new IllegalStateException("on purpose");
                }),
                bad("throws an error", () -> {
                    throw new LinkageError("on purpose");
                }));
    }

    private static Arguments bad(String what, Supplier<String> callback) {
        return Arguments.of(what, callback);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badCallbacks")
    void callback_answeringWhatCannotBeUsed_isCountedAndTheIdRandom(String what, Supplier<String> callback) {
        Profile profile = start(builder(), callback);
        profile.close();
        assertThat(traces.get(0).id()).matches(RANDOM);
        assertThat(profile.failureCount(ProfileFailure.Kind.TRACE_ID_REFUSED)).isEqualTo(1);
        assertThat(profile.failureCount()).isEqualTo(1);
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void callback_replacedWhileRunning_countsFromTheNextCycle() {
        Profile profile = start(builder().schedule(step -> ProfilerAction.RECORD_AND_SAVE), () -> "first");
        try (profile) {
            profile.traceIdCallback(() -> "second");
            assertThat(profile.traceId()).isEqualTo("first");
            profile.step();
            profile.traceIdCallback(null);
            profile.step();
            Scope.open("work").close();
        }
        assertThat(traces)
                .extracting(Trace::id)
                .startsWith("first", "second")
                .last()
                .asString()
                .matches(RANDOM);
        assertThat(profile.failureCount(ProfileFailure.Kind.TRACE_ID_REFUSED)).isEqualTo(1);
    }
}
