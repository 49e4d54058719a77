package io.stepprofiler.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** A step ledger for tests, written by the description of the format in {@code steps.proto}. */
public final class LedgerFile {
    private static final int HEADER = 48;

    private final String host;
    private final long startNanos;
    private final int rank;
    private final int world;
    private final List<long[]> rows = new ArrayList<>();
    private final Map<StepValue, List<Long>> values = new TreeMap<>();
    private final List<Sync> syncs = new ArrayList<>();
    private long monotonicNanos;
    private byte[] content = {};

    private record Sync(long step, int kind, long bytes, long arrival, long end) {}

    /** A process that is worker of a run; a negative rank is not known. */
    public LedgerFile(String host, long startNanos, int rank, int world) {
        this.host = host;
        this.startNanos = startNanos;
        this.rank = rank;
        this.world = world;
    }

    /** Adds a row that stands for some steps. */
    public LedgerFile row(long number, long steps, long durationNanos) {
        rows.add(new long[] {number, steps, durationNanos});
        return this;
    }

    /** Sets a value of all rows. */
    public LedgerFile values(StepValue value, Long... sums) {
        values.put(value, List.of(sums));
        return this;
    }

    /** Sets the monotonic clock at the start. */
    public LedgerFile monotonic(long nanos) {
        monotonicNanos = nanos;
        return this;
    }

    /** Adds an all-reduce of all ranks, the first of its step. */
    public LedgerFile reduce(long step, long bytes, long arrival, long end) {
        syncs.add(new Sync(step, 2, bytes, arrival, end));
        return this;
    }

    /** Writes the file and reads it by the code of the product. */
    public StepLedger read(Path directory) throws IOException {
        block(1, head());
        block(2, steps());
        if (!syncs.isEmpty()) {
            block(3, collectives());
        }
        return StepLedger.read(
                Files.write(directory.resolve(host + "_" + rank + "." + startNanos + StepLedger.SUFFIX), content));
    }

    private byte[] head() throws IOException {
        Message head = new Message().text(6, host);
        head.bytes(
                7,
                new Message()
                        .number(1, zigZag(monotonicNanos))
                        .number(2, zigZag(startNanos))
                        .toByteArray());
        if (rank >= 0) {
            head.bytes(13, new Message().number(1, rank).number(2, world).toByteArray());
        }
        return head.toByteArray();
    }

    private byte[] steps() throws IOException {
        Message steps = new Message().number(4, rows.size());
        Message more = new Message();
        Message number = new Message();
        Message duration = new Message();
        long[] before = {0, 0, 0};
        for (long[] row : rows) {
            more.varint(zigZag(row[1] - 1));
            number.varint(zigZag(row[0] - before[0] - before[1]));
            duration.varint(zigZag(row[2] - before[2]));
            before = row;
        }
        Message start = new Message();
        rows.forEach(row -> start.varint(0));
        steps.bytes(5, more.toByteArray())
                .bytes(6, number.toByteArray())
                .bytes(7, duration.toByteArray())
                .bytes(8, start.toByteArray());
        for (Map.Entry<StepValue, List<Long>> column : values.entrySet()) {
            Message sums = new Message();
            long last = 0;
            for (long sum : column.getValue()) {
                sums.varint(zigZag(sum - last));
                last = sum;
            }
            steps.bytes(
                    12,
                    new Message()
                            .number(1, List.of(StepValue.values()).indexOf(column.getKey()))
                            .bytes(2, sums.toByteArray())
                            .toByteArray());
        }
        return steps.toByteArray();
    }

    private byte[] collectives() {
        Message all = new Message().bytes(3, new byte[0]).number(4, syncs.size());
        List<Message> columns = Stream.generate(Message::new).limit(5).toList();
        Sync before = new Sync(0, 0, 0, 0, 0);
        for (Sync sync : syncs) {
            columns.get(0).varint(zigZag(sync.step - before.step));
            columns.get(1).varint(zigZag(sync.kind - before.kind));
            columns.get(2).varint(zigZag(sync.bytes - before.bytes));
            columns.get(3).varint(zigZag(sync.arrival - before.arrival));
            columns.get(4).varint(zigZag(sync.end - sync.arrival));
            before = sync;
        }
        return all.bytes(5, columns.get(0).toByteArray())
                .bytes(7, columns.get(1).toByteArray())
                .bytes(9, columns.get(2).toByteArray())
                .bytes(10, columns.get(3).toByteArray())
                .bytes(11, columns.get(4).toByteArray())
                .toByteArray();
    }

    private void block(int kind, byte[] message) {
        ByteBuffer block = ByteBuffer.allocate(content.length + HEADER + message.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(content)
                .put(new byte[] {(byte) 0x89, 'S', 'P', 'L', '\r', '\n', 0x1A, '\n'})
                .put(new byte[] {1, (byte) kind, 0, 0})
                .putInt(7)
                .putLong(kind)
                .putInt(message.length)
                .putInt(message.length)
                .putInt(0)
                .putInt(sum(message, message.length))
                .putInt(0);
        byte[] header = new byte[HEADER - 4];
        block.get(content.length, header);
        block.putInt(sum(header, header.length)).put(message);
        content = block.array();
    }

    private static int sum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    private static long zigZag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    /** A message in the wire format of Protocol Buffers. */
    private static final class Message extends ByteArrayOutputStream {
        Message varint(long value) {
            long rest = value;
            for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
                write((int) ((rest & 0x7F) | 0x80));
            }
            write((int) rest);
            return this;
        }

        Message number(int field, long value) {
            return varint(field << 3).varint(value);
        }

        Message bytes(int field, byte[] value) {
            varint((field << 3) | 2).varint(value.length).writeBytes(value);
            return this;
        }

        Message text(int field, String value) {
            return bytes(field, value.getBytes(UTF_8));
        }
    }
}
