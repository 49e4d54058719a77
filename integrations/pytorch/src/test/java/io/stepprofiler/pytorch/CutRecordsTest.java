package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.clock.TickReading;
import io.stepprofiler.clock.TickScale;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.nativeaccess.torch.TorchThread;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.SpanReport;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random records of two threads, read at once and read in pieces by a clock whose rate varies. */
class CutRecordsTest {
    private static final int ROUNDS = 300;
    private static final TickReading OPENED = new TickReading(1000, 5_000, 0);
    private static final List<TorchThread> THREADS =
            List.of(new TorchThread(1, 11, 101, "main"), new TorchThread(-1, 12, 102, "backward"));

    private final Random random;
    private final List<List<long[]>> records = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<TickReading> readings = new ArrayList<>();
    private long ticks = OPENED.ticks();

    CutRecordsTest() {
        random = new Random(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100})
    void records_readInPieces_makeTheTraceOfThoseReadAtOnce(int pieces) {
        for (int i = 0; i < ROUNDS; i++) {
            operation(0, 3);
            operation(1, 2);
        }
        readings(pieces);
        Trace whole = read(readings.subList(readings.size() - 1, readings.size()));
        Trace pieced = read(readings);
        assertThat(lines(pieced)).hasSizeGreaterThan(3 * ROUNDS).isEqualTo(lines(whole));
        assertThat(averages(pieced)).isEqualTo(averages(whole));
        assertThat(links(pieced)).hasSizeGreaterThan(50).isEqualTo(links(whole));
        assertThat(memory(pieced)).isEqualTo(memory(whole));
    }

    /** One with others and memory inside, of a few names, shapes and sequence numbers. */
    private void operation(int thread, int depth) {
        long[] record = new long[6];
        records.get(thread).add(record);
        record[0] = 1 | 7L << 16 | 0xffff_ffffL << 32;
        record[1] = ticks += 1 + random.nextInt(50);
        record[3] = random.nextInt(3) == 0 ? -1 : random.nextInt(ROUNDS);
        record[4] = thread == 1 ? 101 : 0;
        record[5] = 1;
        for (int i = random.nextInt(depth); i > 0; i--) {
            if (random.nextBoolean()) {
                memory(thread);
            }
            operation(thread, depth - 1);
        }
        ticks += 1 + random.nextInt(50);
        record[2] = random.nextInt(200) == 0 ? 0 : ticks;
    }

    private void memory(int thread) {
        ticks += 1 + random.nextInt(5);
        long bytes = 8L * (random.nextInt(9) + 1);
        records.get(thread).add(new long[] {2 | 6L << 16, ticks, ticks, random.nextBoolean() ? bytes : -bytes, 0, 0});
    }

    /** Of a clock that runs at another rate after each, and for so long that a scale forgets. */
    private void readings(int pieces) {
        long[] at = LongStream.concat(random.longs(pieces - 1, OPENED.ticks() + 1, ticks), LongStream.of(ticks + 1))
                .sorted()
                .distinct()
                .toArray();
        TickReading last = OPENED;
        for (long each : at) {
            long nanos = last.nanos() + (each - last.ticks()) * (1 + random.nextInt(4)) * 10_000;
            last = new TickReading(each, nanos, 0);
            readings.add(last);
        }
    }

    /** As native code reads: what has ended by a reading and is in none before, at last all of it. */
    private Trace read(List<TickReading> pieces) {
        TraceBuilder trace = new TraceBuilder();
        TickScale scale = new TickScale(OPENED, 1, "records");
        // Lines are the same, however often records are read.
        Iterator<TickReading> lines = readings.iterator();
        ThreadIdentities threads = new ThreadIdentities();
        THREADS.forEach(threads::add);
        List<List<long[]>> left = List.of(new ArrayList<>(records.get(0)), new ArrayList<>(records.get(1)));
        for (TickReading piece : pieces) {
            boolean isLast = piece.equals(readings.get(readings.size() - 1));
            for (TickReading line = lines.next(); ; line = lines.next()) {
                scale.add(line);
                if (line.equals(piece)) {
                    break;
                }
            }
            TorchRecordReader reader = new TorchRecordReader(
                    OPENED, piece, scale, new OperationNames(), threads, new TorchCounts(), sink(trace));
            long oldest = piece.ticks();
            for (int thread = 0; thread < 2; thread++) {
                List<long[]> due = new ArrayList<>();
                for (Iterator<long[]> each = left.get(thread).iterator(); each.hasNext(); ) {
                    long[] record = each.next();
                    long end = record.length == 6 && (record[0] & 0xff) == 2 ? record[1] : record[2];
                    if (isLast || (end != 0 && end <= piece.ticks())) {
                        due.add(record);
                        each.remove();
                    } else {
                        oldest = Math.min(oldest, record[1]);
                    }
                }
                assertThat(reader.read(THREADS.get(thread), words(due))).isEqualTo(due.size());
            }
            scale.forgetBefore(oldest);
        }
        return trace.build();
    }

    private static ByteBuffer words(List<long[]> records) {
        ByteBuffer words = ByteBuffer.allocate(records.size() * 7 * Long.BYTES).order(ByteOrder.nativeOrder());
        for (long[] record : records) {
            for (long word : record) {
                words.putLong(word);
            }
            if ((record[0] & 0xff) == 1) {
                // Its name, of one character.
                words.putLong('a' + record[1] % 5);
            }
        }
        return words.flip();
    }

    private static ActivitySink sink(TraceBuilder trace) {
        return (ActivitySink) Proxy.newProxyInstance(
                ActivitySink.class.getClassLoader(),
                new Class<?>[] {ActivitySink.class},
                (proxy, method, arguments) -> {
                    trace.begun(1);
                    if (method.getName().equals("memory")) {
                        trace.memory((MemoryEvent) arguments[0]);
                        return null;
                    }
                    SpanReport span = (SpanReport) arguments[0];
                    TrackBuilder track = trace.thread(span.placeNumber(), span.placeName());
                    int event = track.add(trace.nameId(span.name()), span.startNanos(), span.durationNanos());
                    if (span.sequenceNumber() >= 0) {
                        track.sequence(event, span.sequenceNumber(), span.forwardThread());
                    }
                    if (span.isUnfinished()) {
                        track.unfinished(event);
                    }
                    return null;
                });
    }

    private static List<String> lines(Trace trace) {
        return Recorded.events(trace).stream().map(Object::toString).sorted().toList();
    }

    private static List<String> averages(Trace trace) {
        return KeyAverages.of(trace, Grouping.BY_NAME.byThread()).rows().stream()
                .map(Object::toString)
                .toList();
    }

    private static List<String> links(Trace trace) {
        return ForwardBackward.links(trace).stream()
                .map(link -> Recorded.at(trace, link.backward()) + " < " + Recorded.at(trace, link.forward()))
                .toList();
    }

    private static List<String> memory(Trace trace) {
        return IntStream.range(0, trace.memory().size())
                .mapToObj(i -> trace.memory().event(i).toString())
                .toList();
    }
}
