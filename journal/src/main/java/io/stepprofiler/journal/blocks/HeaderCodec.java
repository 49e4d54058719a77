package io.stepprofiler.journal.blocks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.segment.JournalEnd;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.wire.EnumNumbers;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Codec of the messages {@code Head}, {@code End}, {@code Anchor} and {@code Counts} of the schema. */
final class HeaderCodec {
    /** Maximum number of events in a window; sums of several such numbers do not overflow. */
    private static final long MAX_COUNT = 1L << 56;
    /** Process name of old journals, which do not store it: it always had this value. */
    private static final String OLD_PROCESS_NAME = "java";

    /** Head of a file: the head of the window, and the time and counts at which the file begins. */
    record FileHead(JournalHead window, ClockAnchor start, SegmentCounts counts) {}

    /** End of a journal, with the counts at that time. */
    record CountedEnd(JournalEnd end, SegmentCounts counts) {}

    private HeaderCodec() {}

    static void writeHead(FileHead head, WireWriter out) {
        JournalHead window = head.window();
        out.text(1, window.traceId());
        int mark = out.begin(2);
        out.number(1, window.process().pid());
        out.text(2, window.process().host());
        // Written even if empty: an absent name is read as OLD_PROCESS_NAME.
        out.present(3, window.process().name());
        out.end(mark);
        if (window.distributed().isPresent()) {
            mark = out.begin(3);
            writeDistributed(window.distributed().get(), out);
            out.end(mark);
        }
        mark = out.begin(4);
        out.flag(1, window.options().recordShapes());
        out.flag(2, window.options().profileMemory());
        out.flag(3, window.options().withStack());
        out.flag(4, window.options().withFlops());
        out.flag(5, window.options().withModules());
        out.end(mark);
        writeAnchor(5, window.start(), out);
        writeMetadata(6, window.metadata(), out);
        writeAnchor(7, head.start(), out);
        writeCounts(8, head.counts(), out);
        out.flag(9, window.givesUpOld());
    }

    static FileHead readHead(WireReader in) throws IOException {
        String traceId = "";
        ProcessInfo process = new ProcessInfo(0, "");
        Optional<DistributedInfo> distributed = Optional.empty();
        RecordingOptions options = RecordingOptions.NONE;
        ClockAnchor start = new ClockAnchor(0, 0);
        ClockAnchor fileStart = start;
        Map<String, MetadataValue> metadata = new LinkedHashMap<>();
        SegmentCounts counts = SegmentCounts.ZERO;
        boolean givesUpOld = false;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> traceId = in.text();
                case 2 -> process = readProcess(in.message());
                case 3 -> distributed = Optional.of(readDistributed(in.message()));
                case 4 -> options = readOptions(in.message());
                case 5 -> start = readAnchor(in.message());
                case 6 -> readMetadata(in.message(), metadata);
                case 7 -> fileStart = readAnchor(in.message());
                case 8 -> counts = readCounts(in.message());
                case 9 -> givesUpOld = in.flag();
                default -> in.skip();
            }
        }
        JournalHead window = new JournalHead(traceId, process, distributed, options, start, metadata, givesUpOld);
        return new FileHead(window, fileStart, counts);
    }

    static void writeEnd(CountedEnd end, WireWriter out) {
        writeAnchor(1, end.end().end(), out);
        out.flag(2, end.end().partial());
        writeMetadata(3, end.end().metadata(), out);
        writeCounts(4, end.counts(), out);
    }

    static CountedEnd readEnd(WireReader in) throws IOException {
        ClockAnchor end = new ClockAnchor(0, 0);
        boolean partial = false;
        Map<String, MetadataValue> metadata = new LinkedHashMap<>();
        SegmentCounts counts = SegmentCounts.ZERO;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> end = readAnchor(in.message());
                case 2 -> partial = in.flag();
                case 3 -> readMetadata(in.message(), metadata);
                case 4 -> counts = readCounts(in.message());
                default -> in.skip();
            }
        }
        return new CountedEnd(new JournalEnd(end, partial, metadata), counts);
    }

    static void writeAnchor(int field, ClockAnchor anchor, WireWriter out) {
        int mark = out.begin(field);
        out.signed(1, anchor.monotonicNanos());
        out.signed(2, anchor.epochNanos());
        out.end(mark);
    }

    static ClockAnchor readAnchor(WireReader in) throws IOException {
        long monotonic = 0;
        long epoch = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> monotonic = in.signed();
                case 2 -> epoch = in.signed();
                default -> in.skip();
            }
        }
        return new ClockAnchor(monotonic, epoch);
    }

    /** Reads the start of a segment, or the end of a journal. */
    static ClockAnchor readFirstAnchor(WireReader in) throws IOException {
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == 1) {
                return readAnchor(in.message());
            }
            in.skip();
        }
        throw in.wrong("there is no time");
    }

    static void writeCounts(int field, SegmentCounts counts, WireWriter out) {
        int mark = out.begin(field);
        out.number(1, counts.begun());
        writeCounts(2, counts.dropped(), SchemaNumbers.DROP_CAUSES, out);
        writeCounts(3, counts.anomalies(), SchemaNumbers.ANOMALIES, out);
        out.end(mark);
    }

    private static <K extends Enum<K>> void writeCounts(
            int field, Map<K, Long> counts, EnumNumbers<K> numbers, WireWriter out) {
        for (Map.Entry<K, Long> count : counts.entrySet()) {
            int mark = out.begin(field);
            out.number(1, numbers.of(count.getKey()));
            out.number(2, count.getValue());
            out.end(mark);
        }
    }

    static SegmentCounts readCounts(WireReader in) throws IOException {
        long begun = 0;
        Map<DropCause, Long> dropped = new EnumMap<>(DropCause.class);
        Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> begun = count(in);
                case 2 -> readCount(in.message(), SchemaNumbers.DROP_CAUSES, dropped);
                case 3 -> readCount(in.message(), SchemaNumbers.ANOMALIES, anomalies);
                default -> in.skip();
            }
        }
        return new SegmentCounts(begun, dropped, anomalies);
    }

    private static <K extends Enum<K>> void readCount(WireReader in, EnumNumbers<K> numbers, Map<K, Long> counts)
            throws IOException {
        K key = numbers.value(0);
        long count = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> key = numbers.read(in);
                case 2 -> count = count(in);
                default -> in.skip();
            }
        }
        if (count > 0) {
            counts.put(key, count);
        }
    }

    private static long count(WireReader in) throws IOException {
        long count = in.number();
        if (count < 0 || count > MAX_COUNT) {
            throw in.wrong("no window has " + count + " events");
        }
        return count;
    }

    private static void writeMetadata(int field, Map<String, MetadataValue> metadata, WireWriter out) {
        for (Map.Entry<String, MetadataValue> entry : metadata.entrySet()) {
            int mark = out.begin(field);
            out.text(1, entry.getKey());
            out.text(2, entry.getValue().text());
            out.flag(3, entry.getValue().isJson());
            out.end(mark);
        }
    }

    private static void readMetadata(WireReader in, Map<String, MetadataValue> metadata) throws IOException {
        String key = "";
        String text = "";
        boolean isJson = false;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> key = in.text();
                case 2 -> text = in.text();
                case 3 -> isJson = in.flag();
                default -> in.skip();
            }
        }
        metadata.put(key, new MetadataValue(text, isJson));
    }

    private static ProcessInfo readProcess(WireReader in) throws IOException {
        long pid = 0;
        String host = "";
        String name = OLD_PROCESS_NAME;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> pid = in.number();
                case 2 -> host = in.text();
                case 3 -> name = in.text();
                default -> in.skip();
            }
        }
        return new ProcessInfo(pid, host, name);
    }

    private static RecordingOptions readOptions(WireReader in) throws IOException {
        boolean[] options = new boolean[6];
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field < options.length) {
                options[field] = in.flag();
            } else {
                in.skip();
            }
        }
        return new RecordingOptions(options[1], options[2], options[3], options[4], options[5]);
    }

    private static void writeDistributed(DistributedInfo info, WireWriter out) {
        out.number(1, info.rank());
        out.number(2, info.worldSize());
        out.text(3, info.backend());
        out.text(4, info.host());
        for (ProcessGroup group : info.groups()) {
            int mark = out.begin(5);
            out.text(1, group.name());
            out.text(2, group.description());
            out.text(3, group.backend());
            int ranks = out.begin(4);
            for (int rank : group.ranks()) {
                out.varint(WireWriter.zigzag(rank));
            }
            out.endColumn(ranks);
            out.end(mark);
        }
        out.text(6, info.ncclVersion());
    }

    private static DistributedInfo readDistributed(WireReader in) throws IOException {
        int rank = 0;
        int worldSize = 0;
        String backend = "";
        String host = "";
        List<ProcessGroup> groups = new ArrayList<>();
        String ncclVersion = "";
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> rank = in.count(Integer.MAX_VALUE);
                case 2 -> worldSize = in.count(Integer.MAX_VALUE);
                case 3 -> backend = in.text();
                case 4 -> host = in.text();
                case 5 -> groups.add(readGroup(in.message()));
                case 6 -> ncclVersion = in.text();
                default -> in.skip();
            }
        }
        if (worldSize > 0 && rank >= worldSize) {
            throw in.wrong("rank " + rank + " of " + worldSize);
        }
        return new DistributedInfo(rank, worldSize, backend, host, groups, ncclVersion);
    }

    private static ProcessGroup readGroup(WireReader in) throws IOException {
        String name = "";
        String description = "";
        String backend = "";
        List<Integer> ranks = new ArrayList<>();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> name = in.text();
                case 2 -> description = in.text();
                case 3 -> backend = in.text();
                case 4 -> {
                    for (WireReader column = in.message(); column.hasMore(); ) {
                        ranks.add((int) column.signedVarint());
                    }
                }
                default -> in.skip();
            }
        }
        return new ProcessGroup(name, description, backend, ranks);
    }
}
