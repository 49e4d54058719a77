package io.stepprofiler.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records as cuda_records.h has them, written by hand. */
final class Words {
    static final int KERNEL = 1;
    static final int COPY = 2;
    static final int PEER_COPY = 3;
    static final int SET = 4;
    static final int RUNTIME = 5;
    static final int DRIVER = 6;
    static final int SYNCHRONIZATION = 8;
    static final int EVENT = 9;
    static final int EXTERNAL = 10;
    static final int OVERHEAD = 11;
    static final int MEMORY = 12;
    static final int MARKER = 14;
    static final int ENVIRONMENT = 16;
    static final int GRAPH = 17;
    static final int CONTEXT = 18;

    static final long NONE = 0xffff_ffffL;

    private final List<long[]> records = new ArrayList<>();
    private final Map<String, Integer> names = new LinkedHashMap<>();

    static long pair(long low, long high) {
        return (low & 0xffff_ffffL) | (high << 32);
    }

    Words record(int type, int code, String name, long... fields) {
        long[] words = new long[fields.length + 1];
        long number = name == null ? NONE : names.computeIfAbsent(name, any -> names.size());
        words[0] = type | (long) code << 8 | (long) words.length << 16 | number << 32;
        System.arraycopy(fields, 0, words, 1, fields.length);
        records.add(words);
        return this;
    }

    int nameNumber(String name) {
        return names.computeIfAbsent(name, any -> names.size());
    }

    Words call(int type, String name, long thread, long correlation, long start, long end) {
        return record(type, 0, name, start, end, pair(4711, thread), pair(correlation, 0), 211);
    }

    /** A number that was open when a call was made. */
    Words external(int kind, long id, long correlation) {
        return record(EXTERNAL, kind, null, id, correlation);
    }

    Words runtime(String name, long thread, long correlation, long start, long end) {
        return call(RUNTIME, name, thread, correlation, start, end);
    }

    /** A kernel of 64 blocks of 256 threads on a device's stream. */
    Words kernel(String name, long device, long stream, long correlation, long start, long end) {
        return kernel(name, device, stream, correlation, start, end, 0, 0);
    }

    Words kernel(String name, long device, long stream, long correlation, long start, long end, long graph, long node) {
        return record(
                KERNEL,
                0,
                name,
                start,
                end,
                pair(device, device + 1),
                pair(stream, correlation),
                pair(64, 1),
                pair(1, 256),
                pair(1, 1),
                pair(32, 1024),
                pair(2048, 0),
                0,
                0,
                node,
                pair(graph, 0),
                0,
                0,
                0,
                0);
    }

    Words copy(long device, long stream, long correlation, long start, long end, long bytes) {
        return record(
                COPY,
                1,
                null,
                start,
                end,
                pair(device, device + 1),
                pair(stream, correlation),
                bytes,
                pair(1 | 3 << 8, 0),
                0,
                0,
                0);
    }

    NativeNames names() {
        List<String> all = new ArrayList<>(names.keySet());
        return new NativeNames(from -> all.subList(from, all.size()));
    }

    List<long[]> records() {
        return records;
    }

    /** All of them, in so many buffers that come one after the other. */
    List<ByteBuffer> buffers(int number) {
        List<ByteBuffer> buffers = new ArrayList<>();
        int each = (records.size() + number - 1) / number;
        for (int from = 0; from < records.size(); from += each) {
            buffers.add(buffer(records.subList(from, Math.min(from + each, records.size()))));
        }
        return buffers;
    }

    private static ByteBuffer buffer(List<long[]> records) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(
                        records.stream().mapToInt(words -> words.length).sum() * Long.BYTES)
                .order(ByteOrder.nativeOrder());
        records.forEach(words -> {
            for (long word : words) {
                buffer.putLong(word);
            }
        });
        return buffer.flip().order(ByteOrder.nativeOrder());
    }
}
