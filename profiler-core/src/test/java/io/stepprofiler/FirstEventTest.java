package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.recording.ThreadBuffer;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.Activity;
import io.stepprofiler.trace.LossAccount;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a thread takes for its first event in a window is there before the step is that it would slow down. */
class FirstEventTest {
    private static List<ThreadBuffer> buffers() {
        return Objects.requireNonNull(Recorder.open()).buffers();
    }

    @Test
    void step_thatBeginsAWindow_hasItsThreadReady() {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(1).build())
                .start()) {
            Scope.open("warm-up").close();
            profile.step();

            assertThat(buffers()).extracting(buffer -> buffer.thread).containsExactly(Thread.currentThread());
            assertThat(buffers().get(0).chunks.publishedCount()).isEqualTo(1);
        }
    }

    @Test
    void step_ofAnotherThread_hasThatReadyToo() throws Exception {
        try (Profile profile = Profile.builder().schedule(Schedule.always()).start()) {
            Thread stepper = Recorded.onNewThread("stepper", () -> {
                profile.step();
                return Thread.currentThread();
            });
            assertThat(buffers()).extracting(buffer -> buffer.thread).containsExactly(Thread.currentThread(), stepper);
        }
    }

    @Test
    void step_afterAFullChunk_hasTheNextOneReady() {
        try (Profile profile = Profile.builder().schedule(Schedule.always()).start()) {
            for (int i = 0; i < Chunk.capacityAt(0); i++) {
                Scope.open("scope").close();
            }
            assertThat(buffers().get(0).chunks.publishedCount()).isEqualTo(1);
            profile.step();
            assertThat(buffers().get(0).chunks.publishedCount()).isEqualTo(2);
        }
    }

    @Test
    void step_withoutRoomForMore_countsNoEvent() {
        int limit = 5;
        Profile profile = Profile.builder()
                .schedule(Schedule.always())
                .limits(limits -> limits.withMaxEvents(limit))
                .start();
        try (profile) {
            for (int i = 0; i < limit; i++) {
                Scope.open("scope").close();
            }
            profile.step();
            profile.step();
        }
        LossAccount account = profile.lastTrace().orElseThrow().account();
        assertThat(account.begun()).isEqualTo(limit);
        assertThat(account.dropped()).isEmpty();
    }

    @Test
    void step_whereNoScopesAreRecorded_takesNothing() {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.always())
                .activities(Set.of(Activity.JVM))
                .start()) {
            profile.step();
            assertThat(buffers()).isEmpty();
        }
    }
}
