package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.Window;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.Warmth;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the model of a profile's phases found, or does not cover. */
class PhasesTest {
    private final List<Trace> traces = new ArrayList<>();

    private ProfileBuilder builder() {
        return Profile.builder().synchronousDelivery(true).onTraceReady(traces::add);
    }

    /** A schedule that is wrong: a warm-up follows a window that is not saved. */
    private static ProfilerAction warmingUpInAWindow(long step) {
        return switch ((int) step) {
            case 0 -> ProfilerAction.RECORD;
            case 1 -> ProfilerAction.WARMUP;
            case 2 -> ProfilerAction.RECORD_AND_SAVE;
            default -> ProfilerAction.NONE;
        };
    }

    @Test
    void window_leftForAWarmUp_isCountedAndTheNextOneDelivered() {
        try (Profile profile =
                builder().schedule(PhasesTest::warmingUpInAWindow).start()) {
            for (int i = 0; i < 3; i++) {
                profile.step();
            }
            assertThat(profile.failureCount(ProfileFailure.Kind.WINDOW_DISCARDED))
                    .isEqualTo(1);
        }
        assertThat(traces).hasSize(1);
        assertThat(traces.get(0).steps()).extracting(StepMark::number).containsExactly(2L);
    }

    @Test
    void window_leftForAWarmUp_isCountedIfTheProfileEndsInIt() {
        Profile profile = builder().schedule(PhasesTest::warmingUpInAWindow).start();
        profile.step();
        profile.close();
        assertThat(profile.failureCount(ProfileFailure.Kind.WINDOW_DISCARDED)).isEqualTo(1);
    }

    @Test
    void window_afterAWarmUpInAnotherOne_claimsTheRecorder() {
        try (Profile profile =
                builder().schedule(PhasesTest::warmingUpInAWindow).start()) {
            profile.step();
            profile.step();
            assertThat(ProcessState.isProfilesTurn()).isTrue();
        }
        assertThat(ProcessState.isProfilesTurn()).isFalse();
    }

    @Test
    void window_keptBack_isReleasedWhenAnotherOneIsKept() {
        Schedule cold = new Schedule() {
            @Override
            public ProfilerAction action(long step) {
                return step % 2 == 0 ? ProfilerAction.RECORD_AND_SAVE : ProfilerAction.NONE;
            }

            @Override
            public Warmth warmth() {
                return Warmth.COLD;
            }
        };
        try (Profile profile = builder().schedule(cold).start()) {
            Window first = Objects.requireNonNull(Recorder.open());
            Scope.open("work").close();
            profile.step();
            assertThat(first.buffers()).isNotEmpty();
            profile.step();
            profile.step();
            assertThat(first.buffers()).isEmpty();
            profile.stop();
        }
        assertThat(traces).hasSize(1);
        assertThat(traces.get(0).steps()).extracting(StepMark::number).containsExactly(2L);
    }

    @Test
    void close_byAHandlerThatIsToldOfTheStart_leavesNothingRunning() {
        Profile[] started = new Profile[1];
        TraceHandler closing = new TraceHandler() {
            @Override
            public void onStart(RecordingOptions options) {
                started[0].close();
            }

            @Override
            public void onTraceReady(Trace trace) {}
        };
        Profile profile =
                builder().schedule(Schedule.always()).onTraceReady(closing).build();
        started[0] = profile;
        profile.start();
        assertThat(profile.isRunning()).isFalse();
        assertThat(Recorder.open()).isNull();
        assertThat(Profile.running()).isEmpty();
    }

    @Test
    void step_whoseListenerFails_isMadeAllTheSame() {
        Guest failing = new FailingGuest();
        try (Profile profile = builder().schedule(Schedule.always()).start()) {
            ProcessState.enter(failing);
            profile.step();
            profile.step();
            assertThat(profile.stepNumber()).isEqualTo(2);
            assertThat(profile.failures())
                    .hasSize(4)
                    .allSatisfy(failure -> assertThat(failure.message()).contains("met a failure"));
        } finally {
            ProcessState.leave(failing);
        }
        assertThat(traces.get(0).steps()).extracting(StepMark::number).containsExactly(0L, 1L);
    }

    /** Fails where nothing should, as if there were no memory. */
    private static final class FailingGuest implements Guest {
        @Override
        public boolean yields() {
            return false;
        }

        @Override
        public void stepBegan(@Nullable Host by, long step) {
            throw new IllegalStateException("begin");
        }

        @Override
        public void stepEnded(long step) {
            throw new IllegalStateException("end");
        }

        @Override
        public boolean isRecording() {
            return false;
        }

        @Override
        public void makeWay(String why) {}

        @Override
        public void hostEnded(Host host) {}
    }
}
