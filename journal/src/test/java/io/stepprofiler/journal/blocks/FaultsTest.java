package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.segment.JoinedSegments;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each operation of the file system fails once, and everything that was appended before is there. */
class FaultsTest {
    private static final int SEGMENTS = 12;

    /** So few that there are several files. */
    private static final long FILE_BYTES = 3000;

    @TempDir
    Path directory;

    private final RandomWindow window = new RandomWindow(5);
    private final List<Segment> segments = window.segments(SEGMENTS);

    /** How far a window came. */
    private record Outcome(int appended, boolean finished) {}

    private Outcome write(FailingFiles files) throws IOException {
        int appended = 0;
        try (JournalWriter writer = new BlockJournalFormat(files, FILE_BYTES).create(directory, window.head())) {
            try {
                for (Segment segment : segments) {
                    writer.append(segment);
                    appended++;
                }
                writer.finish(window.end(), window.counted());
                return new Outcome(appended, true);
            } catch (IOException e) {
                int operations = files.operations();
                assertThatThrownBy(() -> writer.append(segments.get(0))).isInstanceOf(IOException.class);
                assertThat(files.operations()).as("nothing is tried again").isEqualTo(operations);
                return new Outcome(appended, false);
            }
        }
    }

    private Trace appended(int count) {
        JoinedSegments joined = new JoinedSegments().journalEnded();
        segments.subList(0, count).forEach(joined::add);
        joined.trace().window(window.head().start(), segments.get(count - 1).end());
        return joined.build();
    }

    private void check(Path path, Outcome outcome) throws IOException {
        try (Journal journal = Journals.open(path)) {
            Trace trace = journal.assemble();
            // An end may be there and not be certain to outlive a power cut.
            assertThat(journal.end().isPresent() || !outcome.finished).isTrue();
            assertThat(trace.isPartial()).isEqualTo(journal.end().isEmpty() || journal.damagedBytes() > 0);
            if (outcome.appended > 0 && journal.end().isEmpty()) {
                Trace expected = appended(outcome.appended);
                assertThat(Described.events(trace)).isEqualTo(Described.events(expected));
                assertThat(trace.account()).isEqualTo(expected.account());
            } else if (outcome.appended > 0) {
                assertThat(Described.events(trace)).isEqualTo(Described.events(window.whole()));
            } else {
                assertThat(trace.eventCount()).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void append_anOperationFails_everythingAppendedBeforeIsThere(FailingFiles.Fault fault) throws IOException {
        for (int failing = 1; ; failing++) {
            FailingFiles files = new FailingFiles(fault, failing);
            Outcome outcome;
            try {
                outcome = write(files);
            } catch (IOException e) {
                outcome = new Outcome(0, false);
            }
            // The reader's own files are those of no faulty disk; it is not to be interrupted by what befell the
            // writer.
            boolean interrupted = Thread.interrupted();
            assertThat(interrupted).isEqualTo(fault == FailingFiles.Fault.INTERRUPTED && files.hasFailed());
            for (Path path : Journals.in(directory)) {
                if (outcome.appended > 0) {
                    check(path, outcome);
                }
                remove(path);
            }
            if (fault == FailingFiles.Fault.INTERRUPTED) {
                assertThat(outcome).isEqualTo(new Outcome(SEGMENTS, true));
            }
            if (!files.hasFailed()) {
                assertThat(failing).isGreaterThan(SEGMENTS);
                return;
            }
        }
    }

    private static void remove(Path journal) throws IOException {
        DiskFiles disk = new DiskFiles();
        for (Path file : disk.list(journal)) {
            disk.delete(file);
        }
        disk.delete(journal);
    }

    @Test
    void create_headCannotBeWritten_leavesNothingBehind() throws IOException {
        FailingFiles files = new FailingFiles(FailingFiles.Fault.SHORT, 4);
        assertThatThrownBy(() -> new BlockJournalFormat(files, FILE_BYTES).create(directory, window.head()))
                .hasMessage("No space left on device");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void discardBefore_oldFiles_areGivenUpAndNoLoss() throws IOException {
        BlockJournalFormat format = new BlockJournalFormat(new DiskFiles(), FILE_BYTES);
        try (JournalWriter writer = format.create(directory, window.head(true))) {
            for (Segment segment : segments) {
                writer.append(segment);
            }
            long before = writer.bytes();
            long kept = segments.get(SEGMENTS / 2).start().monotonicNanos();
            writer.discardBefore(kept);
            assertThat(writer.bytes()).isLessThan(before);
            writer.finish(window.end(), window.counted());
            try (Journal journal = writer.read()) {
                Trace trace = journal.assemble();
                assertThat(trace.isPartial()).isFalse();
                assertThat(trace.start().monotonicNanos()).isLessThanOrEqualTo(kept);
                assertThat(Accounts.dropped(trace, io.stepprofiler.event.DropCause.JOURNAL_DAMAGED))
                        .isLessThanOrEqualTo(
                                Accounts.dropped(window.whole(), io.stepprofiler.event.DropCause.JOURNAL_DAMAGED));
            }
        }
    }
}
