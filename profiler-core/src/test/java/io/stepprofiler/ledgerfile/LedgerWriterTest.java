package io.stepprofiler.ledgerfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.environment.EnvironmentProbe;
import io.stepprofiler.environment.LaunchProbe;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.KnownGroups;
import io.stepprofiler.ledger.LedgerBlocks;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepSyncs;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.ledger.SyncGroup;
import io.stepprofiler.recording.StepRings;
import io.stepprofiler.recording.ThreadTime;
import io.stepprofiler.trace.ProcessGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerWriterTest {
    private static final long LIMIT = 8 << 20;
    private static final int MAX_ROWS = 1 << 20;
    private static final int WORLD = KnownGroups.numberOf(new ProcessGroup("", "", "", List.of()));

    /** A disk with a limit, which writes a part of what it has no room for; now and then memory is lacking, too. */
    private static final class SmallDisk implements LedgerDisk {
        private int fullHeapIn = Integer.MAX_VALUE;

        /** Runs with each block that is written. */
        private Runnable meanwhile = () -> {};

        private byte[] content = {};
        private int room = Integer.MAX_VALUE;
        private int replaced;

        @Override
        public void append(TraceFile.Content more) throws IOException {
            byte[] block = bytes(more);
            int part = Math.min(block.length, room - content.length);
            int before = content.length;
            content = Arrays.copyOf(content, before + part);
            System.arraycopy(block, 0, content, before, part);
            if (part < block.length) {
                throw new IOException("No space left on device");
            }
        }

        @Override
        public void replace(TraceFile.Content all) throws IOException {
            byte[] next = bytes(all);
            if (next.length > room) {
                throw new IOException("No space left on device");
            }
            content = next;
            replaced++;
        }

        private byte[] bytes(TraceFile.Content all) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream() {
                @Override
                public synchronized void write(byte[] bytes, int from, int length) {
                    lackMemoryNowAndThen();
                    super.write(bytes, from, length);
                    meanwhile.run();
                }

                @Override
                public void writeBytes(byte[] bytes) {
                    write(bytes, 0, bytes.length);
                }
            };
            all.writeTo(out);
            lackMemoryNowAndThen();
            return out.toByteArray();
        }

        private void lackMemoryNowAndThen() {
            if (--fullHeapIn <= 0) {
                throw new OutOfMemoryError("Java heap space");
            }
        }

        StepLedger read() throws IOException {
            return StepLedger.read(content, "the disk");
        }
    }

    private final StepRings rings = new StepRings();
    private final SmallDisk disk = new SmallDisk();
    private final Random random = new Random(1);
    private final LedgerWriter writer = writer(LIMIT, MAX_ROWS);
    private long number;
    private long nanos;
    private long collectives;

    private LedgerWriter writer(long maxBytes, int maxRows) {
        LedgerRun run = LedgerRun.ofThisProcess(
                "test", EnvironmentProbe.environment(), LaunchProbe.launch(), Optional.empty(), JobPlace.UNKNOWN);
        return new LedgerWriter(disk, new LedgerBlocks(run, maxBytes, maxRows), rings);
    }

    private void steps(int count) {
        for (int i = 0; i < count; i++) {
            long duration = 1000L + random.nextInt(1_000_000);
            long[] row = {number++, nanos, duration, 0, duration / 2, 0, ThreadTime.UNKNOWN, 32, 0, 0};
            nanos += duration;
            rings.steps().add(row);
        }
    }

    private static List<Long> numbers(StepLedger ledger) {
        return LongStream.range(0, ledger.size())
                .map(row -> ledger.number((int) row))
                .boxed()
                .toList();
    }

    /** Adds collectives of the present step, each with its number as its bytes. */
    private void collectives(int count) {
        for (int i = 0; i < count; i++) {
            long[] row = {number, WORLD, random.nextInt(5), i, collectives++, nanos + i, nanos + i + random.nextInt(999)
            };
            rings.collectives().add(row);
        }
    }

    private static List<Long> bytes(StepLedger ledger) {
        StepSyncs syncs = ledger.syncs();
        return IntStream.range(0, syncs.size()).mapToObj(syncs::bytes).toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static List<Long> first(int count) {
        return range(0, count);
    }

    @Test
    void steps_copiedNowAndThen_areInTheFileAndInMemory() throws IOException {
        for (int i = 0; i < 10; i++) {
            steps(random.nextInt(700));
            assertThat(writer.copy(false)).isEmpty();
        }

        assertThat(numbers(disk.read())).isEqualTo(first((int) number));
        assertThat(numbers(writer.ledger())).isEqualTo(first((int) number));
        assertThat(disk.replaced).isOne();
        assertThat(disk.read().losses()).isEqualTo(LedgerLosses.NONE);
        assertThat(disk.read().value(StepValue.INPUT_WAIT_NANOS, 3)).isEqualTo(StepLedger.UNKNOWN);
        assertThat(disk.read().value(StepValue.BATCH, 3)).isEqualTo(32);
    }

    @Test
    void file_withoutASteps_isNotWritten() {
        assertThat(writer.copy(true)).isEmpty();

        assertThat(disk.content).isEmpty();
        assertThat(writer.ledger().size()).isZero();
    }

    @Test
    void disk_fullAndEmptyAgain_losesNothing() throws IOException {
        steps(100);
        writer.copy(false);
        disk.room = disk.content.length + 10;
        steps(100);
        assertThat(writer.copy(false)).isPresent();
        assertThat(numbers(disk.read())).isEqualTo(first(100));
        steps(100);
        assertThat(writer.copy(false)).isPresent();
        disk.room = Integer.MAX_VALUE;
        steps(100);

        assertThat(writer.copy(false)).isEmpty();

        assertThat(numbers(disk.read())).isEqualTo(first(400));
        assertThat(disk.read().losses()).isEqualTo(new LedgerLosses(0, 2, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 3000, MAX_ROWS})
    void memory_lackingInTheMidstOfCopies_losesNothing(int maxRows) throws IOException {
        LedgerWriter lacking = writer(LIMIT, maxRows);
        int lacks = 0;
        for (int i = 0; i < 200; i++) {
            collectives(random.nextInt(8));
            steps(random.nextInt(500));
            disk.fullHeapIn = random.nextInt(4) == 0 ? 1 + random.nextInt(6) : Integer.MAX_VALUE;
            try {
                lacking.copy(false);
            } catch (OutOfMemoryError e) {
                lacks++;
            }
        }
        disk.fullHeapIn = Integer.MAX_VALUE;

        assertThat(lacking.copy(true)).isEmpty();

        assertThat(lacks).isPositive();
        for (StepLedger ledger : List.of(disk.read(), lacking.ledger())) {
            assertThat(ledger.stepCount()).isEqualTo(number);
            assertThat(bytes(ledger)).isEqualTo(range(0, collectives));
            assertThat(ledger.losses()).isEqualTo(LedgerLosses.NONE);
            assertThat(ledger.isEnded()).isTrue();
        }
    }

    @Test
    void steps_thatEndWhileTheLedgerIsShortenedAndWritten_areCopied() throws IOException {
        LedgerWriter busy = writer(LIMIT, 20_000);
        disk.meanwhile = () -> steps(200);
        for (int i = 0; i < 20; i++) {
            steps(3000);
            busy.copy(false);
        }
        disk.meanwhile = () -> {};

        busy.copy(true);

        assertThat(disk.read().stepCount()).isEqualTo(number).isGreaterThan(60_000 + StepRings.STEPS);
        assertThat(disk.read().losses()).isEqualTo(LedgerLosses.NONE);
    }

    @Test
    void steps_fasterThanTheCopy_areCounted() throws IOException {
        steps(StepRings.STEPS + 100);

        writer.copy(true);

        StepLedger ledger = disk.read();
        assertThat(ledger.losses().overwrittenSteps()).isEqualTo(101);
        assertThat(ledger.stepCount()).isEqualTo(StepRings.STEPS - 1);
        assertThat(ledger.number(0)).isEqualTo(101);
    }

    @Test
    void end_isInTheFile_untilTheProfileStartsAgain() throws IOException {
        steps(5);
        writer.copy(false);
        assertThat(disk.read().isEnded()).isFalse();
        writer.copy(true);
        assertThat(disk.read().isEnded()).isTrue();
        steps(3);
        writer.begin();
        steps(2);
        writer.copy(false);

        assertThat(disk.read().isEnded()).isFalse();
        assertThat(numbers(disk.read())).containsExactly(0L, 1L, 2L, 3L, 4L, 8L, 9L);
    }

    @Test
    void steps_afterTheEnd_areOfAnotherProfile() {
        steps(2);
        writer.end();
        steps(3);
        writer.copy(true);

        assertThat(numbers(writer.ledger())).containsExactlyElementsOf(first(2));
    }

    @Test
    void steps_thatWereNotCopiedBeforeTheNextBeginning_areKept() {
        steps(2);
        writer.end();
        steps(3);
        writer.begin();
        steps(1);
        writer.copy(false);

        assertThat(numbers(writer.ledger())).containsExactly(0L, 1L, 5L);
    }

    @Test
    void blocks_ofFewSteps_areJoinedAtTheEnd() throws IOException {
        for (int i = 0; i < 100; i++) {
            steps(1);
            writer.copy(false);
        }
        int before = disk.content.length;

        writer.copy(true);

        assertThat(disk.content.length).isLessThan(before / 3);
        assertThat(numbers(disk.read())).isEqualTo(first(100));
        assertThat(disk.read().losses()).isEqualTo(LedgerLosses.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {2000, 3000, 10_000})
    void steps_beyondTheLimit_arePooledWithTheirSumsAndExtremes(int maxRows) throws IOException {
        LedgerWriter small = writer(LIMIT, maxRows);
        for (int i = 0; i < 40; i++) {
            steps(1000);
            small.copy(false);
        }

        StepLedger ledger = disk.read();

        assertThat(ledger.size()).isBetween(maxRows / 4, maxRows);
        assertThat(ledger.stepCount()).isEqualTo(number);
        assertThat(LongStream.range(0, ledger.size())
                        .map(row -> ledger.durationNanos((int) row))
                        .sum())
                .isEqualTo(nanos);
        assertThat(ledger.losses()).isEqualTo(LedgerLosses.NONE);
        long next = 0;
        for (int row = 0; row < ledger.size(); row++) {
            assertThat(ledger.number(row)).isEqualTo(next);
            next += ledger.steps(row);
            assertThat(ledger.leastNanos(row)).isBetween(1000L, ledger.durationNanos(row) / ledger.steps(row));
            assertThat(ledger.greatestNanos(row)).isBetween(ledger.durationNanos(row) / ledger.steps(row), 1_001_000L);
        }
        assertThat(ledger.steps(ledger.size() - 1)).isOne();
    }

    @Test
    void file_beyondItsBytes_isPooled() throws IOException {
        LedgerWriter small = writer(256 << 10, MAX_ROWS);
        for (int i = 0; i < 60; i++) {
            steps(1000);
            small.copy(false);
            assertThat(disk.content.length).isLessThan(260 << 10);
        }

        assertThat(disk.read().stepCount()).isEqualTo(number);
    }

    @Test
    void collectives_copiedNowAndThen_areInTheFileAndInMemory() throws IOException {
        for (int i = 0; i < 100; i++) {
            collectives(random.nextInt(17));
            steps(1);
            if (i % 7 == 0) {
                writer.copy(false);
            }
        }
        writer.copy(true);

        assertThat(bytes(disk.read())).isEqualTo(range(0, collectives));
        assertThat(bytes(writer.ledger())).isEqualTo(range(0, collectives));
        assertThat(disk.read().losses()).isEqualTo(LedgerLosses.NONE);
        assertThat(disk.read().syncs().group(0)).isEqualTo(new SyncGroup("", 0, 0));
    }

    @Test
    void collectives_fasterThanTheCopy_areCounted() throws IOException {
        collectives(StepRings.COLLECTIVES + 100);
        steps(1);

        writer.copy(true);

        assertThat(disk.read().losses().overwrittenSyncs()).isEqualTo(101);
        assertThat(bytes(disk.read())).isEqualTo(range(101, collectives));
    }

    @Test
    void collectives_beyondTheLimit_areDroppedFromTheOldestOn_andCounted() throws IOException {
        LedgerWriter small = writer(256 << 10, MAX_ROWS);
        for (int i = 0; i < 5000; i++) {
            collectives(16);
            steps(1);
            if (i % 50 == 0) {
                small.copy(false);
                assertThat(disk.content.length).isLessThan(262 << 10);
            }
        }
        small.copy(true);

        StepLedger ledger = disk.read();
        long dropped = ledger.losses().droppedSyncs();

        assertThat(dropped).isPositive();
        assertThat(bytes(ledger)).isEqualTo(range(dropped, collectives));
        assertThat(ledger.losses()).isEqualTo(new LedgerLosses(0, 0, 0, dropped, 0, 0));
        assertThat(ledger.stepCount()).isEqualTo(number);
    }

    @Test
    void collectives_ofALongRun_keepTheirHalfOfTheFile() throws IOException {
        LedgerWriter small = writer(256 << 10, MAX_ROWS);
        for (int i = 0; i < 60_000; i++) {
            collectives(1);
            steps(1);
            if (i % 500 == 0) {
                small.copy(false);
            }
        }
        small.copy(true);

        StepLedger ledger = disk.read();

        assertThat(ledger.stepCount()).isEqualTo(number);
        assertThat(ledger.losses().droppedSyncs() + ledger.syncs().size()).isEqualTo(collectives);
        assertThat(ledger.syncs().size()).isGreaterThan(1000);
        assertThat(ledger.steps(0)).isGreaterThan(1);
    }
}
