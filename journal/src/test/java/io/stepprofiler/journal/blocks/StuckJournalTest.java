package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Label;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A journal that is full before its window is over. */
class StuckJournalTest {
    private static final long MAX_BYTES = 1 << 20;
    private static final Label WORK = Label.of("work");

    @TempDir
    Path directory;

    private long onDisk() throws IOException {
        long bytes = 0;
        List<Path> journals = Files.isDirectory(directory) ? Journals.in(directory) : List.of();
        for (Path journal : journals) {
            for (Path file : new DiskFiles().list(journal)) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    private static void work(int scopes) {
        for (int i = 0; i < scopes; i++) {
            Scope.end(Scope.begin(WORK));
        }
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void assemble_journalWasFullBeforeTheEnd_isPartialAndCountsTheRest() throws IOException {
        List<Trace> delivered = new ArrayList<>();
        Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(1).build())
                .journal(JournalOptions.in(directory)
                        .withMemoryBytes(0)
                        .withMaxBytes(MAX_BYTES)
                        .withKeepFiles(true))
                .synchronousDelivery(true)
                .onTraceReady(delivered::add)
                .start();
        try (profile) {
            while (onDisk() < MAX_BYTES) {
                work(1000);
            }
            work(1000);
            profile.step();
        }
        Trace whole = delivered.get(0);
        Trace left = Journals.assemble(Journals.in(directory).get(0));
        assertThat(left.isPartial()).isTrue();
        assertThat(left.account().begun()).isEqualTo(whole.account().begun());
        assertThat(left.eventCount()).isLessThanOrEqualTo(whole.eventCount() - 1000);
        assertThat(Accounts.dropped(left, DropCause.JOURNAL_DAMAGED)).isEqualTo(whole.eventCount() - left.eventCount());
        assertThat(Accounts.dropped(whole, DropCause.JOURNAL_DAMAGED)).isZero();
    }
}
