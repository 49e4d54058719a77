package io.stepprofiler.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.columns.CollectiveColumn;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.wire.BlockHeader;
import io.stepprofiler.wire.WireWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerReaderTest {
    private static final LedgerRun RUN = new LedgerRun(
            "f00",
            "profile-1",
            "a.Main",
            "a.Main --epochs 3",
            new ProcessInfo(4711, "host-é"),
            new ClockAnchor(-5, 1_700_000_000_000_000_000L),
            new LedgerRun.Machine(
                    "OpenJDK 64-Bit Server VM 17",
                    "G1",
                    1L << 32,
                    8,
                    Map.of("java", "17.0.1", "commit", "0123abc"),
                    Map.of("UseNUMA", "true")),
            OptionalInt.of(0),
            4,
            new JobPlace(
                    "job-7", Map.of(Parallelism.DATA, 0, Parallelism.PIPELINE, 3), Map.of("rack", "r1", "zone", "")));

    @TempDir
    Path directory;

    private final List<byte[]> blocks = new ArrayList<>(List.of(head()));
    private final List<StepRows> rowsOfBlocks = new ArrayList<>();

    private static byte[] head() {
        WireWriter message = new WireWriter();
        RunCodec.write(RUN, message);
        return LedgerBlock.encode(LedgerBlock.HEAD, 77, 1, message);
    }

    private void addBlock(StepRows rows, boolean ended) {
        WireWriter message = new WireWriter();
        int number = blocks.size() + 1;
        RowsCodec.write(new RowsCodec.Block(new ClockAnchor(number, 10L * number), 3, 2, ended, rows), message);
        blocks.add(LedgerBlock.encode(LedgerBlock.STEPS, 77, number, message));
        rowsOfBlocks.add(rows);
    }

    private void addBlocks(long seed, int count) {
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            addBlock(new RandomRows(random).add(random.nextInt(300)).rows, i == count - 1);
        }
    }

    private byte[] bytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        blocks.forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** Rows of all blocks but one. */
    private List<RandomRows.Row> rowsWithout(int block) {
        List<RandomRows.Row> expected = new ArrayList<>();
        for (int i = 0; i < rowsOfBlocks.size(); i++) {
            expected.addAll(i == block ? List.of() : RandomRows.list(rowsOfBlocks.get(i)));
        }
        return expected;
    }

    private static List<RandomRows.Row> rows(StepLedger ledger) {
        return RandomRows.list(ledger.rows());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void file_ofRandomRows_isReadAsWritten(long seed) throws IOException {
        addBlocks(seed, 5);
        Path file = Files.write(directory.resolve("a.steps"), bytes());

        StepLedger ledger = StepLedger.read(file);

        assertThat(rows(ledger)).isEqualTo(rowsWithout(-1));
        assertThat(ledger.run()).isEqualTo(RUN);
        assertThat(ledger.losses()).isEqualTo(new LedgerLosses(3, 2, 0, 0, 0, 0));
        assertThat(ledger.anchors()).hasSize(6).startsWith(RUN.start()).endsWith(new ClockAnchor(6, 60));
        assertThat(ledger.isEnded()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void block_damagedAnywhere_isLeftOutAndCounted(long seed) throws IOException {
        addBlocks(seed, 5);
        Random random = new Random(seed);
        int block = 1 + random.nextInt(4);
        byte[] damaged = blocks.get(block);
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));

        StepLedger ledger = LedgerReader.read(bytes(), "a.steps");

        assertThat(rows(ledger)).isEqualTo(rowsWithout(block - 1));
        assertThat(ledger.losses()).isEqualTo(new LedgerLosses(3, 2, 0, 0, 1, damaged.length));
    }

    @Test
    void file_cutAnywhere_hasTheRowsOfItsWholeBlocks() throws IOException {
        addBlock(new RandomRows(new Random(1)).add(3).rows, false);
        addBlock(new RandomRows(new Random(2)).add(3).rows, false);
        byte[] all = bytes();
        int begin = blocks.get(0).length + blocks.get(1).length;

        for (int length = begin; length < all.length; length++) {
            StepLedger ledger = LedgerReader.read(Arrays.copyOf(all, length), "a.steps");

            assertThat(ledger.size()).isEqualTo(3);
            // A running process may be writing the block.
            assertThat(ledger.losses().damagedBytes()).isZero();
            assertThat(ledger.isEnded()).isFalse();
        }
    }

    @Test
    void file_ofAnEndedRunThatIsCutLater_isDamaged() throws IOException {
        addBlock(new RandomRows(new Random(1)).add(3).rows, true);
        byte[] all = bytes();
        addBlock(new RandomRows(new Random(2)).add(3).rows, false);

        StepLedger ledger = LedgerReader.read(Arrays.copyOf(bytes(), all.length + 60), "a.steps");

        assertThat(ledger.losses().damagedBytes()).isEqualTo(60);
    }

    @Test
    void damage_beforeTheEndOfAGrowingFile_isCounted() throws IOException {
        addBlock(new RandomRows(new Random(1)).add(3).rows, false);
        byte[] all = Arrays.copyOf(bytes(), bytes().length + 100);

        assertThat(LedgerReader.read(all, "a.steps").losses().damagedBytes()).isEqualTo(100);
    }

    @Test
    void head_damaged_leavesTheSteps() throws IOException {
        addBlocks(1, 2);
        blocks.get(0)[BlockHeader.BYTES] ^= 1;

        StepLedger ledger = LedgerReader.read(bytes(), "a.steps");

        assertThat(rows(ledger)).isEqualTo(rowsWithout(-1));
        assertThat(ledger.run().mainClass()).isEmpty();
        assertThat(ledger.losses().damagedBytes()).isEqualTo(blocks.get(0).length);
    }

    @Test
    void block_ofAnotherFile_isLeftOut() throws IOException {
        addBlocks(1, 1);
        WireWriter message = new WireWriter();
        RowsCodec.write(
                new RowsCodec.Block(RUN.start(), 0, 0, false, new RandomRows(new Random(2)).add(5).rows), message);
        blocks.add(LedgerBlock.encode(LedgerBlock.STEPS, 78, 3, message));

        assertThat(rows(LedgerReader.read(bytes(), "a.steps"))).isEqualTo(rowsWithout(-1));
    }

    @Test
    void file_ofAnotherFormat_isRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("a.steps"), "step,nanos\n1,2\n");

        assertThatThrownBy(() -> StepLedger.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.steps: it is no step ledger, or nothing is left of it");
    }

    @Test
    void file_empty_isRefused() {
        assertThatThrownBy(() -> LedgerReader.read(new byte[0], "a.steps"))
                .isInstanceOf(IOException.class)
                .hasMessage("a.steps: it is no step ledger yet: it is empty");
    }

    @Test
    void file_ofANewerVersion_isRefused() {
        byte[] head = blocks.get(0);
        int sum = BlockHeader.sum(head, BlockHeader.BYTES, head.length - BlockHeader.BYTES);
        new BlockHeader(2, 1, 0, 77, 1, head.length - BlockHeader.BYTES, 1000, 0, sum, 0)
                .write(LedgerBlock.MAGIC, head, 0);

        assertThatThrownBy(() -> LedgerReader.read(bytes(), "a.steps"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("a.steps: A step ledger of version 2 is not known to this release");
    }

    @Test
    void rows_pooled_haveSumsAndExtremes() {
        StepRows rows = new StepRows();
        rows.add(7, 100, 30);
        rows.add(8, 130, 50);
        rows.column(StepValue.CPU_NANOS).set(0, 5);
        rows.column(StepValue.CPU_NANOS).set(1, 6);
        rows.column(StepValue.BATCH).set(1, 6);
        rows.flags.set(1, StepFlag.RECORDED.bit());
        StepRows pooled = new StepRows();
        pooled.addPooled(rows, 0, 1);

        StepLedger ledger = new StepLedger(RUN, pooled, new StepSyncs(), List.of(), LedgerLosses.NONE, false, "");

        assertThat(ledger.size()).isOne();
        assertThat(ledger.steps(0)).isEqualTo(2);
        assertThat(ledger.number(0)).isEqualTo(7);
        assertThat(ledger.startNanos(0)).isEqualTo(100);
        assertThat(ledger.durationNanos(0)).isEqualTo(80);
        assertThat(ledger.leastNanos(0)).isEqualTo(30);
        assertThat(ledger.greatestNanos(0)).isEqualTo(50);
        assertThat(ledger.value(StepValue.CPU_NANOS, 0)).isEqualTo(11);
        assertThat(ledger.value(StepValue.BATCH, 0)).isEqualTo(StepLedger.UNKNOWN);
        assertThat(ledger.is(StepFlag.RECORDED, 0)).isTrue();
        assertThat(ledger.is(StepFlag.WARM_UP, 0)).isFalse();
    }

    private void addSyncs(StepSyncs syncs, long overwritten, long dropped) {
        WireWriter message = new WireWriter();
        SyncsCodec.write(new SyncsCodec.Block(overwritten, dropped, syncs), message);
        blocks.add(LedgerBlock.encode(LedgerBlock.SYNCS, 77, blocks.size() + 1, message));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void collectives_atRandom_areReadAsWritten(long seed) throws IOException {
        Random random = new Random(seed);
        RandomSyncs all = new RandomSyncs(random);
        addBlocks(seed, 1);
        for (int i = 1; i < 5; i++) {
            addSyncs(all.next(random.nextInt(300)), i, 2L * i);
        }

        StepLedger ledger = LedgerReader.read(bytes(), "a.steps");

        assertThat(RandomSyncs.list(ledger.syncs())).isEqualTo(all.list());
        assertThat(ledger.losses()).isEqualTo(new LedgerLosses(3, 2, 4, 8, 0, 0));
        assertThat(rows(ledger)).isEqualTo(rowsWithout(-1));
    }

    @Test
    void collectives_ofADamagedBlock_areLeftOutAndTheStepsAreNot() throws IOException {
        RandomSyncs all = new RandomSyncs(new Random(1));
        addBlocks(1, 1);
        addSyncs(all.next(20), 0, 0);
        byte[] damaged = blocks.get(2);
        damaged[BlockHeader.BYTES] ^= 1;
        addBlocks(2, 1);

        StepLedger ledger = LedgerReader.read(bytes(), "a.steps");

        assertThat(ledger.syncs().size()).isZero();
        assertThat(rows(ledger)).isEqualTo(rowsWithout(-1));
        assertThat(ledger.losses()).isEqualTo(new LedgerLosses(3, 2, 0, 0, 1, damaged.length));
    }

    @Test
    void collective_ofAnUnknownGroup_isDamage() throws IOException {
        addBlocks(1, 1);
        StepSyncs syncs = new RandomSyncs(new Random(1)).next(3);
        syncs.column(CollectiveColumn.GROUP).set(1, 9);
        addSyncs(syncs, 0, 0);

        StepLedger ledger = LedgerReader.read(bytes(), "a.steps");

        assertThat(ledger.syncs().size()).isZero();
        assertThat(ledger.losses().damagedBytes()).isEqualTo(blocks.get(2).length);
    }

    @Test
    void collective_beyondTheLast_isRefused() {
        assertThatThrownBy(() -> new RandomSyncs(new Random(1)).next(3).step(3))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }
}
