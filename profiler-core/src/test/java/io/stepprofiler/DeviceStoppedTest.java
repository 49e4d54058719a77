package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DeviceStoppedTest {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Trace> traces = new ArrayList<>();

    private Profile start(int repeat) {
        return Profile.builder()
                .synchronousDelivery(true)
                .schedule(Schedule.builder().warmup(1).active(4).repeat(repeat).build())
                .source(ScriptedSource.stoppingWhen(stopped::get))
                .onTraceReady(traces::add)
                .start();
    }

    @Test
    void device_stoppingByItself_endsTheWindowWithThatStepAsPartial() {
        try (Profile profile = start(1)) {
            profile.step();
            profile.step();
            stopped.set(true);
            profile.step();
            assertThat(profile.currentAction()).isEqualTo(ProfilerAction.DEVICE_STOPPED);
            Scope.open("not recorded").close();
            profile.step();
            assertThat(traces).hasSize(1);
            assertThat(profile.failures()).isEmpty();
        }
        assertThat(traces).singleElement().satisfies(trace -> {
            assertThat(trace.isPartial()).isTrue();
            assertThat(trace.eventCount()).isZero();
            assertThat(trace.steps()).extracting(StepMark::number).containsExactly(1L, 2L);
        });
    }

    @Test
    void device_runningAgainInTheNextCycle_isRecordedWhole() {
        try (Profile profile = start(2)) {
            profile.step();
            stopped.set(true);
            profile.step();
            stopped.set(false);
            for (int i = 0; i < 8; i++) {
                profile.step();
            }
        }
        assertThat(traces).hasSize(2);
        assertThat(traces.get(1).isPartial()).isFalse();
        assertThat(traces.get(1).steps()).extracting(StepMark::number).containsExactly(6L, 7L, 8L, 9L);
    }

    @Test
    void source_failingToSayWhetherItHasStopped_goesOnRecording() {
        Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .schedule(Schedule.builder().active(2).repeat(1).build())
                .source(ScriptedSource.stoppingWhen(() -> {
                    throw new IllegalStateException("no idea");
                }))
                .onTraceReady(traces::add)
                .start();
        try (profile) {
            profile.step();
            profile.step();
        }
        assertThat(traces.get(0).steps()).hasSize(2);
        assertThat(traces.get(0).isPartial()).isFalse();
        assertThat(profile.failureCount(ProfileFailure.Kind.SOURCE_FAILED)).isEqualTo(1);
    }
}
