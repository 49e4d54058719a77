package io.stepprofiler.capture.service;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Profile;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenWindowsTest {
    @TempDir
    Path dir;

    private SeenWindows seen(int most) {
        return seen(most, Runnable::run);
    }

    private SeenWindows seen(int most, Executor background) {
        return new SeenWindows(
                most, new KeptTraces(() -> dir, 2, 1), new Descriptions(ThisProcess.describe(), "0"), background);
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
    void window_thatIsNotDescribedYet_hasItsIdAlready() {
        Queue<Runnable> waiting = new ArrayDeque<>();
        try (SeenWindows seen = seen(2, waiting::add)) {
            Trace trace = windows(1).lastTrace().orElseThrow();
            String id = requireNonNull(seen.idOf(trace));
            assertThat(seen.list()).isEmpty();

            waiting.remove().run();

            assertThat(seen.list()).extracting(TraceInfo::getId).containsExactly(id);
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
