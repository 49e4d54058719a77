package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalFormat;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockJournalTest {
    @TempDir
    Path directory;

    private final RandomWindow window = new RandomWindow(1);
    private final JournalFormat format = new BlockJournalFormat();

    private JournalWriter writer() throws IOException {
        return format.create(directory, window.head());
    }

    private Path journal() throws IOException {
        return Journals.in(directory).get(0);
    }

    private void write(List<Segment> segments) throws IOException {
        write(
                segments,
                segments.isEmpty()
                        ? SegmentCounts.ZERO
                        : segments.get(segments.size() - 1).after());
    }

    private void write(List<Segment> segments, SegmentCounts counted) throws IOException {
        try (JournalWriter writer = writer()) {
            for (Segment segment : segments) {
                writer.append(segment);
            }
            writer.finish(window.end(), counted);
        }
    }

    /** A segment of {@code size} plain events of one thread, the first of which is number {@code first}. */
    private static Segment plain(int first, int size) {
        ClockAnchor start = new ClockAnchor(1000L * first, 0);
        ClockAnchor end = new ClockAnchor(1000L * (first + size), 0);
        SegmentBuilder segment = new SegmentBuilder(start, end)
                .counts(
                        new SegmentCounts(first, Map.of(), Map.of()),
                        new SegmentCounts((long) first + size, Map.of(), Map.of()));
        int name = segment.beside().nameId("event");
        ThreadSegmentBuilder thread = segment.thread(1, "main", first);
        for (int i = first; i < first + size; i++) {
            thread.events().add(name, 1000L * i, i % 900);
        }
        return segment.build();
    }

    @Test
    void format_onTheClassPath_isNamedAsAService() {
        assertThat(Path.of("src/main/resources/META-INF/services", JournalFormat.class.getName()))
                .hasContent(Providers.Format.class.getName());
    }

    @Test
    void assemble_nothingAppended_isAnEmptyTrace() throws IOException {
        writer().close();
        Trace trace = Journals.assemble(journal());
        assertThat(trace.eventCount()).isZero();
        assertThat(trace.account().begun()).isZero();
        assertThat(trace.start()).isEqualTo(window.head().start());
    }

    @Test
    void assemble_aMillionEventsInASegment_areAllThere() throws IOException {
        try (JournalWriter writer = writer()) {
            writer.append(plain(0, 1_000_000));
            assertThat(writer.bytes()).isLessThan(6_000_000);
        }
        Track track = Journals.assemble(journal()).tracks().get(0);
        assertThat(track.size()).isEqualTo(1_000_000);
        assertThat(IntStream.range(0, track.size()))
                .allMatch(i -> track.startNanos(i) == 1000L * i && track.durationNanos(i) == i % 900);
    }

    @Test
    void assemble_aFileInTheMiddleIsGone_isPartialAndItsEventsAreCounted() throws IOException {
        try (JournalWriter writer = new BlockJournalFormat(new DiskFiles(), 1000).create(directory, window.head())) {
            for (int i = 0; i < 10; i++) {
                writer.append(plain(i * 1000, 1000));
            }
            writer.finish(window.end(), begun(10_000));
        }
        Files.delete(journal().resolve("00000003.blocks"));
        Trace trace = Journals.assemble(journal());
        assertThat(trace.isPartial()).isTrue();
        Accounts.assertAddsUp(trace);
        assertThat(trace.account().begun()).isEqualTo(10_000);
        assertThat(trace.eventCount()).isLessThan(10_000);
        assertThat(trace.metadata().get("journal unreadable").text())
                .isEqualTo("1 file is missing before " + journal().resolve("00000004.blocks"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "deflate", "zstd"})
    void discardBefore_ofAHistory_keepsLittleMoreHoweverSmallItIsCompressed(String compression) throws IOException {
        System.setProperty(Compressor.PROPERTY, compression);
        try (JournalWriter writer = format.create(directory, window.head(true))) {
            for (int i = 0; i < 40; i++) {
                Segment next = plain(i * 10_000, 10_000);
                writer.append(next);
                if (i == 30) {
                    writer.discardBefore(next.start().monotonicNanos());
                }
            }
            try (Journal read = writer.read()) {
                List<Segment> kept = new ArrayList<>();
                read.forEach(kept::add);
                assertThat(kept.size()).isBetween(10, 20);
            }
        } finally {
            System.clearProperty(Compressor.PROPERTY);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void assemble_theFirstFileIsGone_isLostUnlessItMayBeGivenUp(boolean givesUpOld) throws IOException {
        JournalFormat manyFiles = new BlockJournalFormat(new DiskFiles(), 1000);
        try (JournalWriter writer = manyFiles.create(directory, window.head(givesUpOld))) {
            for (int i = 0; i < 10; i++) {
                writer.append(plain(i * 1000, 1000));
            }
            writer.finish(window.end(), begun(10_000));
        }
        Files.delete(journal().resolve("00000001.blocks"));
        Trace trace = Journals.assemble(journal());
        Accounts.assertAddsUp(trace);
        assertThat(trace.eventCount()).isBetween(1L, 9999L);
        long lost = givesUpOld ? 0 : 10_000 - trace.eventCount();
        assertThat(trace.isPartial()).isEqualTo(!givesUpOld);
        assertThat(Accounts.dropped(trace, DropCause.JOURNAL_DAMAGED)).isEqualTo(lost);
        assertThat(trace.account().begun()).isEqualTo(trace.eventCount() + lost);
        assertThat(trace.start().equals(window.head().start())).isEqualTo(!givesUpOld);
    }

    private static SegmentCounts begun(long events) {
        return new SegmentCounts(events, Map.of(), Map.of());
    }

    static List<List<Segment>> withGaps() {
        return List.of(
                List.of(),
                List.of(plain(0, 10)),
                List.of(plain(0, 10), plain(20, 10)),
                List.of(plain(10, 10), plain(20, 10)),
                List.of(plain(10, 10)));
    }

    @ParameterizedTest
    @MethodSource("withGaps")
    void assemble_segmentsWereNotAppended_isPartialAndTheirEventsAreCounted(List<Segment> appended) throws IOException {
        SegmentCounts counted = new SegmentCounts(35, Map.of(DropCause.JOURNAL_LIMIT, 5L), Map.of());
        write(appended, counted);
        Trace trace = Journals.assemble(journal());
        assertThat(trace.isPartial()).isTrue();
        assertThat(trace.eventCount()).isEqualTo(10L * appended.size());
        assertThat(trace.account().begun()).isEqualTo(35);
        assertThat(Accounts.dropped(trace, DropCause.JOURNAL_LIMIT)).isEqualTo(5);
        assertThat(Accounts.dropped(trace, DropCause.JOURNAL_DAMAGED)).isEqualTo(30 - 10L * appended.size());
        Accounts.assertAddsUp(trace);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "deflate", "none"})
    void assemble_anyCompression_isTheSame(String compression) throws IOException {
        System.setProperty(Compressor.PROPERTY, compression);
        try {
            write(window.segments(3));
        } finally {
            System.clearProperty(Compressor.PROPERTY);
        }
        assertThat(Described.of(Journals.assemble(journal()))).isEqualTo(Described.of(window.whole()));
    }

    @Test
    void read_whileWritingGoesOn_seesWhatWasAppendedBefore() throws IOException {
        try (JournalWriter writer = writer()) {
            writer.append(plain(0, 10));
            try (Journal now = writer.read()) {
                writer.append(plain(10, 10));
                Trace trace = now.assemble();
                assertThat(trace.eventCount()).isEqualTo(10);
                assertThat(now.damagedBytes()).isZero();
            }
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void delete_whileATraceReadsIt_leavesTheTraceReadable() throws IOException {
        JournalWriter writer = writer();
        writer.append(plain(0, 1000));
        Journal journal = writer.read();
        Trace trace = journal.assemble();
        writer.delete();
        assertThat(directory).isEmptyDirectory();
        assertThat(trace.tracks().get(0).startNanos(999)).isEqualTo(999_000);
        journal.close();
    }

    @Test
    void startNanos_journalIsClosed_saysSo() throws IOException {
        write(List.of(plain(0, 10)));
        Journal journal = Journals.open(journal());
        Trace trace = journal.assemble();
        journal.close();
        assertThatThrownBy(() -> trace.tracks().get(0).startNanos(0)).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void startNanos_fileHasChangedSinceItWasOpened_saysWhere() throws IOException {
        System.setProperty(Compressor.PROPERTY, "none");
        try {
            write(List.of(plain(0, 200_000)));
        } finally {
            System.clearProperty(Compressor.PROPERTY);
        }
        Path file = journal().resolve("00000001.blocks");
        Trace trace = Journals.assemble(journal());
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, (byte) 0xFF);
        Files.write(file, bytes);
        Track track = trace.tracks().get(0);
        assertThatThrownBy(() -> track.startNanos(0))
                .isInstanceOf(UncheckedIOException.class)
                .cause()
                .hasMessageContaining(file + ": the events at byte ");
    }

    @Test
    void assemble_aFileIsNoFile_isPartialAndSaysWhich() throws IOException {
        write(List.of(plain(0, 10)));
        Path other = Files.createDirectory(journal().resolve("00000002.blocks"));
        Trace trace = Journals.assemble(journal());
        assertThat(trace.isPartial()).isTrue();
        assertThat(trace.metadata().get("journal unreadable").text()).contains(other + " (Not a file)");
    }

    @Test
    void startNanos_threadIsInterrupted_readsAndLeavesTheJournalOpen() throws IOException {
        write(List.of(plain(0, 10), plain(10, 10)));
        Track track = Journals.assemble(journal()).tracks().get(0);
        Thread.currentThread().interrupt();
        assertThat(track.startNanos(0)).isZero();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(track.startNanos(19)).isEqualTo(19_000);
    }

    @Test
    void create_nameFromOutside_staysInItsDirectory() throws IOException {
        JournalHead head = window.head();
        JournalHead hostile = new JournalHead(
                "../../" + "x".repeat(500),
                new ProcessInfo(1, "/etc/\u0000\n"),
                head.distributed(),
                head.options(),
                head.start(),
                head.metadata(),
                true);
        format.create(directory, hostile).close();
        assertThat(journal().getParent()).isEqualTo(directory);
        assertThat(journal().getFileName().toString()).matches("_etc____1_\\.\\._\\.\\._x{58}\\.journal");
        assertThat(Journals.open(journal()).head()).isEqualTo(hostile);
    }

    @Test
    void create_nameIsTaken_takesAnother() throws IOException {
        writer().close();
        writer().close();
        assertThat(Journals.in(directory)).hasSize(2);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void create_anywhere_isForItsOwnerOnly() throws IOException {
        write(List.of());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(journal())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(journal().resolve("00000001.blocks"))))
                .isEqualTo("rw-------");
    }

    @Test
    void append_afterFinishOrClose_isRefused() throws IOException {
        JournalWriter writer = writer();
        writer.finish(window.end(), window.counted());
        assertThatThrownBy(() -> writer.append(plain(0, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is closed");
    }

    @Test
    void in_otherThingsInTheDirectory_areNoJournals() throws IOException {
        Files.createDirectory(directory.resolve("other"));
        Files.createFile(directory.resolve("file.journal"));
        writer().close();
        assertThat(Journals.in(directory)).hasSize(1);
    }
}
