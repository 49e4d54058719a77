package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class WindowRehearsalTest {
    @Test
    void rehearseSteps_throughAWindow_deliversItAndLeavesNothingOpen() {
        List<Trace> delivered = new ArrayList<>();
        Profile profile = Profile.builder()
                .name("rehearsed")
                .onTraceReady(delivered::add)
                .synchronousDelivery(true)
                .build();

        profile.rehearseSteps(2, Duration.ofSeconds(10));

        assertThat(delivered).hasSize(1);
        assertThat(profile.isRunning()).isFalse();
        assertThat(Recorder.open()).isNull();
        assertThat(profile.failures().isEmpty()).isTrue();
    }

    @Test
    void rehearseSteps_inTheBackground_leavesNoThread() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        Profile profile = Profile.builder()
                .onTraceReady(trace -> seen.add(Thread.currentThread()))
                .build();

        profile.rehearseSteps(2, Duration.ofSeconds(10));

        assertThat(seen).hasSize(1).doesNotContainAnyElementsOf(before);
        await().untilAsserted(() -> assertThat(seen).noneMatch(Thread::isAlive));
    }

    @Test
    void start_afterARehearsal_isTheOnlyProfileThatRuns() {
        WindowRehearsal.hold(false);

        try (Profile profile = Profile.builder().build()) {
            profile.start();

            assertThat(profile.isRunning()).isTrue();
        }
    }
}
