package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.recording.Recorder;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void warmUp_ofAProfile_deliversAWindowAndLeavesNothingOpen() {
        List<Trace> delivered = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        Profile profile = Profile.builder()
                .onTraceReady(delivered::add)
                .synchronousDelivery(true)
                .build();

        profile.loop.warmUp(2, calls::incrementAndGet, Duration.ofSeconds(10));

        assertThat(calls).hasValue(2);
        assertThat(delivered).hasSize(1);
        assertThat(profile.isRunning()).isFalse();
        assertThat(Recorder.open()).isNull();
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void start_afterAWarmUp_isTheOnlyProfileThatRuns() {
        StepLoop.warmUpProcess(false);

        try (Profile profile = Profile.builder().start()) {
            assertThat(profile.isRunning()).isTrue();
            assertThat(Profile.running()).contains(profile);
        }
    }
}
