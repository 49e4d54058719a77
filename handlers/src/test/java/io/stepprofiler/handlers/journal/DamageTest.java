package io.stepprofiler.handlers.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.journal.Journal;
import io.stepprofiler.journal.JournalWriter;
import io.stepprofiler.trace.Segment;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Journals of which something is missing or changed. */
class DamageTest {
    private static final int SEGMENTS = 6;

    @TempDir
    Path directory;

    private final RandomWindow window = new RandomWindow(3, 20);
    private final List<Segment> segments = window.segments(SEGMENTS);
    private final List<Long> ends = new ArrayList<>();
    private Path journal;
    private Path file;
    private byte[] bytes;

    @BeforeEach
    void write() throws IOException {
        try (JournalWriter writer = new BlockJournalFormat().create(directory, window.head())) {
            ends.add(writer.bytes());
            for (Segment segment : segments) {
                writer.append(segment);
                ends.add(writer.bytes());
            }
            writer.finish(window.end(), window.counted());
            ends.add(writer.bytes());
        }
        journal = Journals.in(directory).get(0);
        file = journal.resolve("00000001.blocks");
        bytes = Files.readAllBytes(file);
    }

    /** Which block a byte belongs to: 0 the head, then the segments, then the end. */
    private int blockOf(int at) {
        return (int) ends.stream().filter(end -> end <= at).count();
    }

    @Test
    void assemble_cutAnywhere_isTheJournalUpToTheLastWholeBlock() throws IOException {
        for (int length = Math.toIntExact(ends.get(0)); length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            int whole = blockOf(length) - 1;
            try (Journal cut = Journals.open(journal)) {
                Trace trace = cut.assemble();
                assertThat(trace.isPartial()).isTrue();
                assertThat(cut.damagedBytes()).isEqualTo(length - ends.get(whole));
                long begun = whole == 0 ? 0 : segments.get(whole - 1).after().begun();
                assertThat(trace.account().begun()).isEqualTo(begun);
                assertThat(trace.end())
                        .isEqualTo(
                                whole == 0
                                        ? window.head().start()
                                        : segments.get(whole - 1).end());
            }
        }
    }

    @Test
    void assemble_aByteIsChanged_itsBlockIsMissingAndCounted() throws IOException {
        Random random = new Random(1);
        Trace all = window.whole();
        for (int i = 0; i < 500; i++) {
            int at = Math.toIntExact(ends.get(0)) + random.nextInt(Math.toIntExact(ends.get(SEGMENTS) - ends.get(0)));
            byte[] changed = bytes.clone();
            changed[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, changed);
            int block = blockOf(at);
            try (Journal damaged = Journals.open(journal)) {
                Trace trace = damaged.assemble();
                assertThat(damaged.damagedBytes()).isEqualTo(ends.get(block) - ends.get(block - 1));
                assertThat(trace.isPartial()).isTrue();
                Accounts.assertDamaged(trace, all, segments.get(block - 1).size());
            }
        }
    }

    @Test
    void assemble_garbageBetweenBlocks_isLeftOut() throws IOException {
        int at = Math.toIntExact(ends.get(2));
        byte[] garbage = new byte[100_000];
        new Random(1).nextBytes(garbage);
        // As much of a block as can be without being one.
        System.arraycopy(bytes, at, garbage, 500, 40);
        byte[] longer = new byte[bytes.length + garbage.length];
        System.arraycopy(bytes, 0, longer, 0, at);
        System.arraycopy(garbage, 0, longer, at, garbage.length);
        System.arraycopy(bytes, at, longer, at + garbage.length, bytes.length - at);
        Files.write(file, longer);
        try (Journal damaged = Journals.open(journal)) {
            Trace trace = damaged.assemble();
            assertThat(damaged.damagedBytes()).isEqualTo(garbage.length);
            assertThat(Described.events(trace)).isEqualTo(Described.events(window.whole()));
            assertThat(trace.account()).isEqualTo(window.whole().account());
        }
    }

    @Test
    void assemble_blocksOfAnotherJournalOrTwice_areLeftOut() throws IOException {
        byte[] twice = Arrays.copyOf(bytes, bytes.length * 2);
        System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
        Files.write(file, twice);
        try (Journal doubled = Journals.open(journal)) {
            assertThat(doubled.assemble().account()).isEqualTo(window.whole().account());
            assertThat(doubled.damagedBytes()).isEqualTo(bytes.length);
        }
    }

    @Test
    void open_headIsDamagedAndThereIsNoOther_saysSo() throws IOException {
        bytes[50] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> Journals.open(journal))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(journal + " is no journal, or its beginning is lost");
    }

    /** Changes a byte of the frame of a block, whose checksum fits all the same. */
    private void changeFrame(int frame, int offset, int value) throws IOException {
        bytes[frame + offset] = (byte) value;
        int summed = Frame.BYTES - Integer.BYTES;
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(frame + summed, Frame.sum(bytes, frame, summed));
        Files.write(file, bytes);
    }

    @ParameterizedTest
    @CsvSource({"8,2,of version 2", "10,9,compressed in a way (9)"})
    void assemble_blockOfANewerVersion_failsAndSaysWhatToDo(int offset, int value, String why) throws IOException {
        changeFrame(Math.toIntExact(ends.get(0)), offset, value);
        assertThatThrownBy(() -> Journals.assemble(journal))
                .isInstanceOf(UnsupportedJournalException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(why)
                .hasMessageContaining("read it with the version that wrote it");
        changeFrame(0, offset, value);
        assertThatThrownBy(() -> Journals.open(journal)).isInstanceOf(UnsupportedJournalException.class);
    }

    @Test
    void withoutZstd_anyCause_namesTheRemedy() {
        assertThat(UnsupportedJournalException.withoutZstd(new UnsatisfiedLinkError("no zstd")))
                .hasMessageContaining("zstd-jni")
                .hasMessageContaining("--enable-native-access=ALL-UNNAMED")
                .hasMessageContaining("no zstd");
    }

    @Test
    void open_noJournal_saysSo() {
        assertThatThrownBy(() -> Journals.open(directory.resolve("none"))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Journals.open(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none of its 0 files");
    }

    @Test
    void startNanos_fileHasChangedSinceItWasOpened_saysWhere() throws IOException {
        Trace trace = Journals.assemble(journal);
        Arrays.fill(bytes, Math.toIntExact(ends.get(0)), bytes.length, (byte) 0xFF);
        Files.write(file, bytes);
        assertThatThrownBy(
                        () -> trace.events().forEach(event -> assertThat(event).isNotNull()))
                .isInstanceOf(java.io.UncheckedIOException.class)
                .cause()
                .hasMessageContaining(file + ": the events at byte ");
    }
}
