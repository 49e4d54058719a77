package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.History;
import io.stepprofiler.Memory;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles that keep the last steps on disk. */
@Tag("long")
class HistoryInJournalTest {
    private static final int EVENTS = 500;

    @TempDir
    private Path dir;

    private final List<Trace> traces = new CopyOnWriteArrayList<>();

    private static void step(Profile profile) {
        for (int i = 1; i <= EVENTS; i++) {
            try (Scope op = Scope.open("op")) {
                op.arg("i", i);
                Memory.allocated(i, 64);
                Memory.freed(i, 64);
            }
        }
        profile.step();
    }

    @Test
    void snapshot_ofManySteps_hasTheStepsAskedForAndNothingOfOlderOnes() {
        try (Profile profile = Profile.builder()
                .history(History.ofSteps(5))
                .profileMemory(true)
                .journal(JournalOptions.in(dir))
                .limits(limits -> limits.withMaxBufferBytes(256 << 20))
                .onTraceReady(traces::add)
                .start()) {
            for (int round = 1; round < 4; round++) {
                for (int i = 0; i < 30; i++) {
                    step(profile);
                }
                long next = profile.stepNumber();
                profile.snapshot("again");
                int count = round;
                await().until(() -> traces.size() == count);
                Trace trace = traces.get(round - 1);
                assertThat(trace.steps())
                        .extracting(StepMark::number)
                        .containsExactly(next - 5, next - 4, next - 3, next - 2, next - 1);
                assertThat(trace.eventCount()).isEqualTo(5 * EVENTS);
                assertThat(trace.memory().size()).isEqualTo(5 * 2 * EVENTS);
                assertThat(trace.account().begun()).isEqualTo(5 * 3 * EVENTS);
                assertThat(trace.account().written()).isEqualTo(5 * 3 * EVENTS);
                assertThat(trace.metadata()).doesNotContainKey("history");
            }
            assertThat(profile.failures()).isEmpty();
        }
    }
}
