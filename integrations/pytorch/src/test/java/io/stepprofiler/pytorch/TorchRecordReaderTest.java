package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.TickScale;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.nativeaccess.OperationMark;
import io.stepprofiler.nativeaccess.torch.TorchThread;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Records as records.h has them, written here by hand. */
class TorchRecordReaderTest {
    private static final long OVERLAPS = 1L << 62;
    private static final TickReading OPENED = new TickReading(100, 1000, 0);

    private record Told(String method, String name, boolean isAsync, long startNanos, long nanos) {}

    private final List<Told> told = new ArrayList<>();
    private final List<Long> correlations = new ArrayList<>();
    private final List<MemoryEvent> memory = new ArrayList<>();
    private final TorchCounts counts = new TorchCounts();

    @Test
    void operationThatHasEnded_isToldWithItsTimes() {
        read(operation("op", 2, 110, 130, 0));
        assertThat(told).containsExactly(new Told("operation", "op", false, 1010, 20));
        assertThat(losses()).isEmpty();
    }

    @Test
    void operationsThatHadNotEndedWithTheWindow_areToldWithoutAnEndAndCounted() {
        read(operation("open", 4, 150, 0, 0), operation("late", 4, 160, 201, 0));
        assertThat(told)
                .containsExactly(
                        new Told("unfinishedOperation", "open", false, 1050, 50),
                        new Told("unfinishedOperation", "late", false, 1060, 40));
        assertThat(losses())
                .containsExactly(
                        "2 operations had not ended when the window or their thread did, and are shown up to then");
    }

    @Test
    void operationWhoseEndWasMissed_isToldWithoutAnEnd() {
        read(operation("missed", 6, 150, Long.MAX_VALUE, 0));
        assertThat(told).containsExactly(new Told("unfinishedOperation", "missed", false, 1050, 50));
    }

    @Test
    void operationAcrossReadings_isTimedByTheReadingsNextToEachOfItsEnds() {
        // The clock runs at 1, then 3, then 0.5 nanoseconds a tick.
        List<TickReading> readings =
                List.of(new TickReading(200, 1100, 0), new TickReading(300, 1400, 0), new TickReading(400, 1450, 0));
        read(
                readings,
                operation("first", 5, 150, 160, 0),
                operation("across", 6, 190, 320, 0),
                operation("second", 6, 210, 220, 0),
                operation("open", 4, 380, 0, 0));
        assertThat(told)
                .containsExactly(
                        new Told("operation", "first", false, 1050, 10),
                        new Told("operation", "across", false, 1090, 320),
                        new Told("operation", "second", false, 1130, 30),
                        new Told("unfinishedOperation", "open", false, 1440, 10));
    }

    @Test
    void operationThatOverlaps_isAsynchronous() {
        read(operation("scope", 5, 110, 120, OVERLAPS));
        assertThat(told).containsExactly(new Told("operation", "scope", true, 1010, 10));
    }

    @Test
    void operationThatToldCuptiWhenItBegan_hasTheNumberThatItsWorkHas() {
        long[] marked = operation("marked", 6, 110, 120, 0);
        marked[0] |= 1L << 15;
        read(marked, operation("plain", 5, 111, 112, 0));
        assertThat(correlations).containsExactly(OperationMark.number(110), -1L);
    }

    @Test
    void operationALittleOutsideTheWindow_isToldAtItsEnds() {
        read(operation("early", 5, 90, 95, 0), operation("over", 4, 98, 105, 0));
        assertThat(told)
                .containsExactly(
                        new Told("operation", "early", false, 1000, 0), new Told("operation", "over", false, 1000, 5));
    }

    @Test
    void nameThatWasCut_saysSo() {
        read(operation("beginning", 9 | 1L << 32, 110, 120, 0));
        assertThat(told).extracting(Told::name).containsExactly("beginning…");
    }

    @Test
    void memoryOfADevice_isToldWithItsNumberAndTheTotalsOfItsAllocator() {
        read(
                memory(0, Device.Type.CUDA.code(), 1, 110, 0x7f00, 512, 2048, 4096),
                memory(0, Device.Type.CUDA.code(), 0, 111, 0x7f00, -256, 1024, 8192),
                memory(1, Device.Type.CUDA.code(), 3, 112, 0, 1 << 30, 1024, 8192));
        assertThat(memory)
                .containsExactly(
                        new MemoryEvent(
                                1010,
                                1,
                                MemoryAction.ALLOCATE,
                                Device.cuda(1),
                                0x7f00,
                                512,
                                2048,
                                4096,
                                MemoryCategory.UNKNOWN,
                                -1),
                        new MemoryEvent(
                                1011,
                                1,
                                MemoryAction.FREE,
                                Device.cuda(0),
                                0x7f00,
                                -256,
                                1024,
                                8192,
                                MemoryCategory.UNKNOWN,
                                -1),
                        new MemoryEvent(
                                1012,
                                1,
                                MemoryAction.OUT_OF_MEMORY,
                                Device.cuda(3),
                                0,
                                1 << 30,
                                1024,
                                8192,
                                MemoryCategory.UNKNOWN,
                                -1));
        assertThat(losses()).isEmpty();
    }

    @Test
    void memoryOfADeviceWithoutNumber_isThatOfTheFirst() {
        read(memory(0, Device.Type.CUDA.code(), 0xff, 110, 0x7f00, 512, 2048, 4096));
        assertThat(memory).extracting(MemoryEvent::device).containsExactly(Device.cuda(0));
    }

    @Test
    void memoryOfTheHost_isToldWithoutTotals() {
        read(memory(0, Device.Type.CPU.code(), 0xff, 110, 0x7f00, 512, 2048, 4096));
        assertThat(memory)
                .containsExactly(MemoryEvent.allocated(1010, memory.get(0).trackId(), 0x7f00, 512));
    }

    @Test
    void memoryOfAnotherSortOfDevice_isCounted() {
        read(memory(0, 13, 0, 110, 0x7f00, 512, 2048, 4096));
        assertThat(memory).isEmpty();
        assertThat(losses()).containsExactly("1 memory events lost: of an unknown device");
    }

    private static long[] memory(
            int action, int type, int index, long ticks, long address, long bytes, long allocated, long reserved) {
        return new long[] {
            2L | (long) action << 8 | 6L << 16 | (long) type << 32 | (long) index << 40,
            ticks,
            address,
            bytes,
            allocated,
            reserved
        };
    }

    private void read(long[]... records) {
        read(List.of(new TickReading(200, 1100, 0)), records);
    }

    private void read(List<TickReading> readings, long[]... records) {
        long[] words = List.of(records).stream().flatMapToLong(LongStream::of).toArray();
        ByteBuffer chunk = ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.nativeOrder());
        chunk.asLongBuffer().put(words);
        ActivitySink sink = (ActivitySink) Proxy.newProxyInstance(
                ActivitySink.class.getClassLoader(),
                new Class<?>[] {ActivitySink.class},
                (proxy, method, arguments) -> {
                    if (arguments[0] instanceof MemoryEvent event) {
                        memory.add(event);
                        return null;
                    }
                    SpanReport span = (SpanReport) arguments[0];
                    correlations.add(span.correlation());
                    told.add(new Told(
                            span.isUnfinished() ? "unfinishedOperation" : "operation",
                            span.name(),
                            span.isAsync(),
                            span.startNanos(),
                            span.durationNanos()));
                    return null;
                });
        TickReading last = readings.get(readings.size() - 1);
        TickScale scale = new TickScale(OPENED, OPENED.ticksPerNanoUntil(last), "records");
        for (TickReading reading : readings) {
            scale.add(reading);
        }
        TorchRecordReader reader =
                new TorchRecordReader(OPENED, last, scale, new OperationNames(), new ThreadIdentities(), counts, sink);
        assertThat(reader.read(new TorchThread(1, 2, 3, "main"), chunk)).isEqualTo(records.length);
    }

    private List<String> losses() {
        List<String> losses = new ArrayList<>();
        counts.describe((count, what) -> {
            if (count > 0) {
                losses.add(count + " " + what);
            }
        });
        return losses;
    }

    /** One whose name is in the record, and that has no inputs. */
    private static long[] operation(String name, long nameLength, long start, long end, long details) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int nameWords = (bytes.length + 7) / 8;
        ByteBuffer padded = ByteBuffer.allocate(nameWords * Long.BYTES).order(ByteOrder.nativeOrder());
        padded.put(0, bytes);
        long[] record = new long[6 + nameWords];
        record[0] = 1 | (long) record.length << 16 | 0xffff_ffffL << 32;
        record[1] = start;
        record[2] = end;
        record[3] = -1;
        record[4] = details;
        record[5] = nameLength;
        padded.asLongBuffer().get(record, 6, nameWords);
        return record;
    }
}
