package io.stepprofiler.capture.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Profile;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.schedule.Schedule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenWindowsTest {
    @TempDir
    Path dir;

    private SeenWindows seen(int most) {
        return new SeenWindows(
                most, new KeptTraces(dir, 2, 1), new Descriptions(ThisProcess.describe(), "0"), Runnable::run);
    }

    private static Profile windows(int count) {
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(count).build())
                .synchronousDelivery(true)
                .start();
        try (profile) {
            for (int step = 0; step < count; step++) {
                profile.step();
            }
        }
        return profile;
    }

    @Test
    void windows_moreThanAreKept_areTheLastOnes() {
        try (SeenWindows seen = seen(2)) {
            windows(5);
            assertThat(seen.list()).extracting(TraceInfo::getFirstStep).containsExactly(3L, 4L);
        }
    }

    @Test
    void windows_thatTheProgramHasNotAnyLonger_haveNoIdAndAreNotHeld() {
        try (SeenWindows seen = seen(2)) {
            Profile profile = windows(2);
            List<TraceInfo> known = seen.list();

            await().until(() -> {
                System.gc();
                return seen.list().get(0).getId().isEmpty();
            });

            assertThat(seen.find(known.get(0).getId())).isEmpty();
            assertThat(seen.find(known.get(1).getId())).isEqualTo(profile.lastTrace());
        }
    }

    @Test
    void windows_afterTheEnd_areNotLookedAt() {
        SeenWindows seen = seen(2);
        seen.close();
        windows(1);
        assertThat(seen.list()).isEmpty();
    }
}
