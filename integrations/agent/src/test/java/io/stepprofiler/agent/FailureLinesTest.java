package io.stepprofiler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.schedule.Schedule;
import org.junit.jupiter.api.Test;

class FailureLinesTest {
    private static Profile failing(int windows) {
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(windows).build())
                .onTraceReady(trace -> {
                    throw new IllegalStateException("no room");
                })
                .start();
        for (int step = 0; step < windows; step++) {
            profile.step();
        }
        profile.close();
        return profile;
    }

    @Test
    void of_oneFailure_isItsMessageAndItsCause() {
        Profile profile = failing(1);
        assertThat(FailureLines.of(profile))
                .containsExactly(profile.failures().get(0).message() + ": no room");
    }

    @Test
    void of_manyFailuresOfAKind_isOneLineWithTheirNumber() {
        Profile profile = failing(3);
        assertThat(profile.failureCount()).isEqualTo(3);
        assertThat(FailureLines.of(profile))
                .containsExactly(profile.failures().get(0).message() + ": no room (HANDLER_FAILED, 3 times)");
    }
}
