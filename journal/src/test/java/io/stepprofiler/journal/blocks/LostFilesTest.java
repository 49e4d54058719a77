package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileFailure;
import io.stepprofiler.Scope;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Journals of windows that go on, parts of which are removed or moved. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("long")
class LostFilesTest {
    private static final Label WORK = Label.of("work");
    private static final int ROUND = 1000;

    @TempDir
    Path directory;

    /** Damage done to a journal. */
    private interface Accident {
        void to(Path journal) throws IOException;
    }

    private long begun;

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path journal : Files.isDirectory(directory.resolve("journals"))
                ? Journals.in(directory.resolve("journals"))
                : List.<Path>of()) {
            files.addAll(new DiskFiles().list(journal));
        }
        return files;
    }

    /** Whether there are so many files, and events in the last of them: one that was just made has none to lose. */
    private boolean haveEvents(int wanted) throws IOException {
        List<Path> files = files();
        return files.size() >= wanted && Files.size(files.get(wanted - 1)) > 64 << 10;
    }

    private void work() {
        for (int i = 0; i < ROUND; i++) {
            Scope.end(Scope.begin(WORK));
        }
        begun += ROUND;
    }

    private Profile profile(List<Trace> delivered, int wanted, Accident accident) throws IOException {
        Profile profile = Profile.builder()
                .journal(JournalOptions.in(directory.resolve("journals")).withMemoryBytes(0))
                .synchronousDelivery(true)
                .onTraceReady(delivered::add)
                .start();
        try (profile) {
            while (!haveEvents(wanted)) {
                work();
            }
            accident.to(Journals.in(directory.resolve("journals")).get(0));
            work();
        }
        return profile;
    }

    private void assertTold(Trace trace, Profile profile) {
        Accounts.assertAddsUp(trace);
        assertThat(trace.account().begun()).isEqualTo(begun);
        assertThat(Accounts.dropped(trace, DropCause.JOURNAL_DAMAGED)).isPositive();
        assertThat(trace.isPartial()).isTrue();
        assertThat(profile.failures())
                .anyMatch(failure -> failure.kind() == ProfileFailure.Kind.JOURNAL_FAILED
                        && failure.message().contains("events are missing in a trace"));
    }

    @Test
    void close_aFileOfTheJournalIsGone_traceIsPartialAndFailuresTell() throws IOException {
        List<Trace> delivered = new ArrayList<>();
        Profile profile = profile(delivered, 2, journal -> Files.delete(journal.resolve("00000002.blocks")));
        assertTold(delivered.get(0), profile);
        assertThat(profile.failures().get(0).message()).contains("00000002.blocks");
        assertThat(files())
                .as("what is left is kept")
                .extracting(file -> file.getFileName().toString())
                .contains("00000001.blocks")
                .doesNotContain("00000002.blocks");
    }

    @Test
    void close_journalWasMoved_traceHasWhatTheBuffersHold() {
        // Nothing, where the journal was faster than the end.
        await().pollInSameThread().pollDelay(Duration.ZERO).untilAsserted(() -> {
            begun = 0;
            List<Trace> delivered = new ArrayList<>();
            Path elsewhere = Files.createTempDirectory(directory, "elsewhere");
            Profile profile = profile(delivered, 1, journal -> Files.move(journal, elsewhere.resolve("moved")));
            assertTold(delivered.get(0), profile);
            assertThat(delivered.get(0).eventCount()).isPositive();
        });
    }
}
