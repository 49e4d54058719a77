package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.clock.TickReading;
import io.stepprofiler.nativeaccess.torch.TorchLog;
import io.stepprofiler.nativeaccess.torch.TorchWindowFacts;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.OperationReport;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Records as records.h has them, written here by hand. */
class RecordReaderTest {
    private static final long OVERLAPS = 1L << 62;

    private record Told(String method, String name, boolean isAsync, long startNanos, long nanos) {}

    private final List<Told> told = new ArrayList<>();
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
                .containsExactly("2 operations had not ended when the window did, and are shown up to its end");
    }

    @Test
    void operationThatOverlaps_isAsynchronous() {
        read(operation("scope", 5, 110, 120, OVERLAPS));
        assertThat(told).containsExactly(new Told("operation", "scope", true, 1010, 10));
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

    private void read(long[]... records) {
        long[] words = List.of(records).stream().flatMapToLong(LongStream::of).toArray();
        ByteBuffer chunk = ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.nativeOrder());
        chunk.asLongBuffer().put(words);
        ActivitySink sink = (ActivitySink) Proxy.newProxyInstance(
                ActivitySink.class.getClassLoader(),
                new Class<?>[] {ActivitySink.class},
                (proxy, method, arguments) -> {
                    OperationReport operation = (OperationReport) arguments[2];
                    told.add(new Told(
                            method.getName(), operation.name(), operation.isAsync(), (long) arguments[3], (long)
                                    arguments[4]));
                    return null;
                });
        TorchLog log = new TorchLog(1, 2, 3, "main", records.length, 0, 0, 0, 0, 0, List.of(chunk));
        RecordReader reader = new RecordReader(
                new TorchWindowFacts(new TickReading(100, 1000, 0), new TickReading(200, 1100, 0), 0, 1, 0),
                new OperationNames(),
                new ThreadNumbers(List.of()),
                counts,
                sink);
        assertThat(reader.read(log)).isEqualTo(records.length);
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
