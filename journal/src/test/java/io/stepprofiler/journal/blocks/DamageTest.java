package io.stepprofiler.journal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.segment.Journal;
import io.stepprofiler.segment.JournalWriter;
import io.stepprofiler.segment.Segment;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Journals of which something is missing or changed. */
@Tag("long")
class DamageTest {
    private static final int SEGMENTS = 6;

    @TempDir
    Path directory;

    private final RandomWindow window = new RandomWindow(3, 20);
    private final List<Segment> segments = window.segments(SEGMENTS);
    private final List<Block> blocks = new ArrayList<>();
    private Path journal;
    private Path file;
    private byte[] bytes;

    /** A block of the file; {@code segment} is how many segments end with it. */
    private record Block(BlockFrame.Kind kind, int begin, int end, int segment) {}

    @BeforeEach
    void write() throws IOException {
        try (JournalWriter writer = new BlockJournalFormat().create(directory, window.head())) {
            for (Segment segment : segments) {
                writer.append(segment);
            }
            writer.finish(window.end(), window.counted());
        }
        journal = Journals.in(directory).get(0);
        file = journal.resolve("00000001.blocks");
        bytes = Files.readAllBytes(file);
        int segment = 0;
        for (int at = 0; at < bytes.length; at = blocks.get(blocks.size() - 1).end) {
            BlockFrame frame = BlockFrame.read(bytes, at);
            segment += frame.kind() == BlockFrame.Kind.SEGMENT ? 1 : 0;
            blocks.add(new Block(frame.kind(), at, at + Math.toIntExact(frame.blockBytes()), segment));
        }
    }

    private List<Block> blocks(BlockFrame.Kind kind) {
        return blocks.stream().filter(block -> block.kind == kind).toList();
    }

    private Block lastWholeBlock(int length) {
        return blocks.stream()
                .filter(block -> block.end <= length)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void finish_anySegments_fileBeginsAndEndsWithAHead() {
        assertThat(blocks.stream().map(Block::kind))
                .startsWith(
                        BlockFrame.Kind.HEAD, BlockFrame.Kind.SEGMENT, BlockFrame.Kind.HEAD, BlockFrame.Kind.SEGMENT)
                .endsWith(BlockFrame.Kind.SEGMENT, BlockFrame.Kind.HEAD, BlockFrame.Kind.END);
        assertThat(blocks(BlockFrame.Kind.SEGMENT)).hasSize(SEGMENTS);
    }

    @Test
    void assemble_cutAnywhere_isTheJournalUpToTheLastWholeBlock() throws IOException {
        for (int length = blocks.get(0).end; length < bytes.length; length += 3) {
            Files.write(file, Arrays.copyOf(bytes, length));
            Block last = lastWholeBlock(length);
            try (Journal cut = Journals.open(journal)) {
                Trace trace = cut.assemble();
                assertThat(trace.isPartial()).isTrue();
                assertThat(cut.damagedBytes()).isEqualTo(length - last.end);
                int whole = last.segment;
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
    void assemble_aByteOfASegmentIsChanged_itsBlockIsMissingAndCounted() throws IOException {
        Random random = new Random(1);
        Trace all = window.whole();
        for (int i = 0; i < 100; i++) {
            Block block = blocks(BlockFrame.Kind.SEGMENT).get(random.nextInt(SEGMENTS));
            byte[] changed = bytes.clone();
            changed[block.begin + random.nextInt(block.end - block.begin)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, changed);
            try (Journal damaged = Journals.open(journal)) {
                Trace trace = damaged.assemble();
                assertThat(damaged.damagedBytes()).isEqualTo(block.end - block.begin);
                assertThat(trace.isPartial()).isTrue();
                Accounts.assertDamaged(
                        trace, all, segments.get(block.segment - 1).size());
            }
        }
    }

    @Test
    void assemble_aBitOfTheFirstHeadIsFlipped_nothingIsMissing() throws IOException {
        for (int at = 0; at < blocks.get(0).end; at++) {
            byte[] changed = bytes.clone();
            changed[at] ^= (byte) (1 << (at % 8));
            Files.write(file, changed);
            try (Journal damaged = Journals.open(journal)) {
                assertThat(damaged.head()).isEqualTo(window.head());
                Trace trace = damaged.assemble();
                assertThat(trace.account()).isEqualTo(window.whole().account());
                assertThat(trace.isPartial()).as("which is known").isTrue();
            }
        }
    }

    @Test
    void assemble_allHeadsAreDamaged_hasAllEventsAndSaysWhatItLacks() throws IOException {
        blocks(BlockFrame.Kind.HEAD).forEach(head -> bytes[head.begin + BlockFrame.BYTES] ^= 1);
        Files.write(file, bytes);
        Trace trace = Journals.assemble(journal);
        assertThat(Described.events(trace)).isEqualTo(Described.events(window.whole()));
        assertThat(trace.account()).isEqualTo(window.whole().account());
        assertThat(trace.isPartial()).isTrue();
        assertThat(trace.metadata().get("journal head").text()).startsWith("the head of the journal is lost");
    }

    @Test
    void assemble_aSingleBlockIsLeft_hasItsEvents() throws IOException {
        for (Block block : blocks(BlockFrame.Kind.SEGMENT)) {
            Files.write(file, Arrays.copyOfRange(bytes, block.begin, block.end));
            Trace trace = Journals.assemble(journal);
            Segment segment = segments.get(block.segment - 1);
            assertThat(trace.account().written() + trace.account().unfinishedTotal())
                    .isEqualTo(segment.size());
            assertThat(trace.start()).isEqualTo(segment.start());
            assertThat(trace.isPartial()).isTrue();
        }
    }

    @Test
    void assemble_garbageBetweenBlocks_isLeftOut() throws IOException {
        int at = blocks.get(2).end;
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
    void open_noBlockIsWhole_saysSo() throws IOException {
        blocks.forEach(block -> bytes[block.begin] ^= 1);
        Files.write(file, bytes);
        assertThatThrownBy(() -> Journals.open(journal))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(journal + " is no journal, or nothing is left of it");
    }

    /** Changes a byte of the frame of a block, whose checksum fits all the same. */
    private void changeFrame(int frame, int offset, int value) throws IOException {
        bytes[frame + offset] = (byte) value;
        int summed = BlockFrame.BYTES - Integer.BYTES;
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(frame + summed, BlockFrame.sum(bytes, frame, summed));
        Files.write(file, bytes);
    }

    @ParameterizedTest
    @CsvSource({"8,2,of version 2", "10,9,unknown compression (9)"})
    void assemble_blockOfANewerVersion_failsAndSaysWhatToDo(int offset, int value, String why) throws IOException {
        changeFrame(blocks.get(0).end, offset, value);
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
}
