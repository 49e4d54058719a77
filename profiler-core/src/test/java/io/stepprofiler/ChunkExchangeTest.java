package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.recording.ArgumentChunk;
import io.stepprofiler.recording.Budget;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.recording.ChunkExchange;
import io.stepprofiler.recording.DetailLog;
import io.stepprofiler.recording.RowList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkExchangeTest {
    private static final long BYTES = 1 << 20;

    private final Budget budget = new Budget(Long.MAX_VALUE, BYTES);
    private final List<Integer> told = new ArrayList<>();
    private final ChunkExchange<Chunk> handOver = new ChunkExchange<>(new Chunk[1], (chunk, index) -> told.add(index));

    private Chunk next(int capacity) {
        handOver.takeBack(budget, capacity);
        assertThat(budget.takeBytes(capacity * Chunk.BYTES_PER_EVENT)).isTrue();
        @Nullable Chunk reused = handOver.reusable(capacity);
        Chunk chunk = reused != null ? reused : new Chunk(capacity);
        chunk.reset(capacity);
        handOver.add(chunk);
        return chunk;
    }

    /**
     * Any order of filling, reading and giving back: the reader sees what was written, and memory and budget are what
     * is in between.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void pieces_inAnyOrderOfCalls_areReadOnceAndGivenBack(long seed) {
        Random random = new Random(seed);
        Set<Chunk> made = Collections.newSetFromMap(new IdentityHashMap<>());
        int written = 0;
        int read = 0;
        int given = 0;
        int taken = 0;
        int most = 0;
        for (int call = 0; call < 10_000; call++) {
            if (random.nextInt(3) == 0 && written - given < 20) {
                Chunk chunk = next(4);
                chunk.begin(0, written++, 7);
                made.add(chunk);
                taken = given;
                most = Math.max(most, written - given);
            } else if (random.nextBoolean()) {
                given = read;
                handOver.giveBack(given);
            } else if (read < handOver.publishedCount()) {
                @Nullable Chunk chunk = handOver.pieces()[read];
                assertThat(chunk).isNotNull();
                assertThat(chunk.publishedSize()).isEqualTo(1);
                assertThat(chunk.name(0)).isEqualTo(read);
                read++;
            }
            assertThat(handOver.publishedCount()).isEqualTo(written);
            assertThat(handOver.isTakenBack(taken)).isFalse();
            assertThat(taken == 0 || handOver.isTakenBack(taken - 1)).isTrue();
            assertThat(told).hasSize(taken);
            assertThat(handOver.takenBytes())
                    .isEqualTo(4L * Chunk.BYTES_PER_EVENT * (written - taken))
                    .isEqualTo(budget.takenBytes());
        }
        assertThat(told).isSorted().doesNotHaveDuplicates();
        assertThat(written).isGreaterThan(1000);
        assertThat(made.size()).isLessThan(written / 2);
    }

    @Test
    void pieceTakenBack_smallerThanWanted_isNotKept() {
        Chunk small = next(4);
        handOver.giveBack(1);
        assertThat(next(8)).isNotSameAs(small);
        assertThat(handOver.bytes()).isEqualTo(8 * Chunk.BYTES_PER_EVENT);
    }

    @Test
    void pieceOfAnEarlierWindow_largeEnough_isUsedAgain() {
        Chunk first = next(8);
        Chunk second = next(8);
        handOver.reset();
        assertThat(handOver.publishedCount()).isZero();
        assertThat(next(4)).isSameAs(first);
        assertThat(next(16)).isNotSameAs(second);
    }

    @Test
    void reclaimed_afterWindow_holdsNoMemory() {
        next(8);
        handOver.giveBack(1);
        next(8);
        handOver.reclaim();
        assertThat(handOver.bytes()).isZero();
        assertThat(handOver.reusable(1)).isNull();
    }

    @Test
    void sideLog_readAsItIsWritten_writesIntoTheSameSegmentsAgain() {
        DetailLog log = new DetailLog();
        DetailLog.Cursor cursor = new DetailLog.Cursor();
        Set<long[]> segments = Collections.newSetFromMap(new IdentityHashMap<>());
        int length = 1 << 10;
        List<Integer> slots = new ArrayList<>();
        for (int record = 0; record < 1000; record++) {
            assertThat(log.reserve(length, budget)).isTrue();
            log.begin(DetailLog.STACK, length, record);
            for (int i = 1; i < length; i++) {
                log.put(record);
            }
            log.publish();
            log.read(cursor, (words, at) -> {
                segments.add(words);
                slots.add(DetailLog.slot(words[at]));
                return true;
            });
            assertThat(log.isRead(cursor)).isTrue();
        }
        assertThat(slots).hasSize(1000).isSorted().doesNotHaveDuplicates();
        // Sixteen records a segment: two small ones at the beginning, and two that take turns.
        assertThat(segments).hasSizeLessThanOrEqualTo(5);
        assertThat(log.takenBytes()).isEqualTo(budget.takenBytes());
    }

    @Test
    void sideLog_recordNotPublished_isWrittenOver() {
        DetailLog log = new DetailLog();
        log.reserve(2, budget);
        log.begin(DetailLog.STACK, 2, 1);
        log.reserve(2, budget);
        log.begin(DetailLog.STACK, 2, 2);
        log.put(5);
        log.publish();
        List<Integer> slots = new ArrayList<>();
        log.read(new DetailLog.Cursor(), (words, at) -> slots.add(DetailLog.slot(words[at])));
        assertThat(slots).containsExactly(2);
    }

    @Test
    void list_readInParts_dropsWhatHasBeenReadAndGivesItsRoomBack() {
        RowList<ArgumentChunk> list = new RowList<>();
        RowList.Cursor<ArgumentChunk> cursor = new RowList.Cursor<>();
        int bytes = ArgumentChunk.CAPACITY * ArgumentChunk.BYTES_PER_ARGUMENT;
        int count = 5 * ArgumentChunk.CAPACITY / 2;
        int first = 3 * ArgumentChunk.CAPACITY / 2;
        assertThat(cursor.isAtEnd(list)).isTrue();
        @Nullable ArgumentChunk last = null;
        for (int i = 0; i < count; i++) {
            if (last == null || last.isFull()) {
                assertThat(budget.takeBytes(bytes)).isTrue();
                ArgumentChunk added = new ArgumentChunk();
                list.add(last, added);
                last = added;
            }
            last.add(i, i, ArgumentChunk.Type.LONG, i, null);
        }
        List<Integer> slots = new ArrayList<>();
        cursor.read(list, (chunk, row) -> chunk.slots[row] < first && slots.add(chunk.slots[row]), budget);
        assertThat(slots).containsExactlyElementsOf(numbers(first));
        assertThat(cursor.isAtEnd(list)).isFalse();
        assertThat(budget.takenBytes()).isEqualTo(2L * bytes);
        cursor.read(list, (chunk, row) -> slots.add(chunk.slots[row]), budget);
        assertThat(slots).containsExactlyElementsOf(numbers(count));
        assertThat(cursor.isAtEnd(list)).isTrue();
        assertThat(list.takenBytes()).isEqualTo(budget.takenBytes()).isEqualTo(bytes);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
