package io.stepprofiler.journal.blocks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SegmentBuilder;
import io.stepprofiler.segment.SegmentCounts;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.segment.ThreadSegmentBuilder;
import io.stepprofiler.segment.ThreadSegmentHeader;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.SignatureCodec;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reader of a segment: reads the header at once, and the events of each thread on demand. */
final class SegmentReader {
    /** An event takes at least a byte in each of three columns, which bounds the memory that a false size can cost. */
    private static final int MIN_EVENT_BYTES = 3;

    private static final int EVENT_BYTES = 24;
    private static final int SOURCE_EVENT_BYTES = 64;

    private record Events(
            JournalFile file,
            long at,
            int stored,
            int plain,
            Compression compression,
            ColumnsReader reader,
            ThreadSegmentHeader header)
            implements ThreadSegment.Events {
        @Override
        public void addTo(io.stepprofiler.trace.TrackBuilder events) throws IOException {
            MemoryLimit.check(stored + (long) plain + (long) EVENT_BYTES * header.size());
            try {
                byte[] bytes = new byte[stored];
                file.readFully(at, bytes, stored);
                byte[] message = bytes;
                if (compression != Compression.NONE) {
                    message = new byte[plain];
                    compression.decompress(bytes, 0, stored, message);
                }
                reader.events(new WireReader(message, 0, plain), header, events.reserve(header.size()));
            } catch (IOException | IndexOutOfBoundsException e) {
                throw new IOException(file + ": the events at byte " + at + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    private final JournalFile file;
    private final MemoryLimit memory;
    private final long payloadEnd;
    private long payloadAt;
    private final List<NameTablesCodec.Name> names = new ArrayList<>();
    private final List<WireReader> threads = new ArrayList<>();

    /** Creates the reader of a block whose payload begins at {@code payloadAt}. */
    SegmentReader(JournalFile file, long payloadAt, int payload, MemoryLimit memory) {
        this.file = file;
        this.memory = memory;
        this.payloadAt = payloadAt;
        payloadEnd = payloadAt + payload;
    }

    Segment read(WireReader in) throws IOException {
        ClockAnchor start = new ClockAnchor(0, 0);
        ClockAnchor end = start;
        SegmentCounts before = SegmentCounts.ZERO;
        SegmentCounts after = SegmentCounts.ZERO;
        List<WireReader> signatures = new ArrayList<>();
        List<WireReader> stacks = new ArrayList<>();
        List<WireReader> counters = new ArrayList<>();
        List<WireReader> steps = new ArrayList<>();
        List<WireReader> memoryEvents = new ArrayList<>();
        List<WireReader> sourceTracks = new ArrayList<>();
        List<WireReader> samples = new ArrayList<>();
        boolean ofSource = false;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> start = HeaderCodec.readAnchor(in.message());
                case 2 -> end = HeaderCodec.readAnchor(in.message());
                case 3 -> before = HeaderCodec.readCounts(in.message());
                case 4 -> after = HeaderCodec.readCounts(in.message());
                case 5 -> names.add(NameTablesCodec.readName(charged(in.message(), 150, 4)));
                case 6 -> signatures.add(charged(in.message(), 200, 16));
                case 7 -> stacks.add(charged(in.message(), 200, 16));
                case 8 -> threads.add(charged(in.message(), 330, 2));
                case 9 -> counters.add(charged(in.message(), 100, 8));
                case 10 -> memoryEvents.add(charged(in.message(), 100, 12));
                case 11 -> steps.add(charged(in.message(), 100, 1));
                case 12 -> sourceTracks.add(charged(in.message(), 1500, 2));
                case 13 -> samples.add(charged(in.message(), 100, 16));
                case 14 -> ofSource = in.flag();
                default -> in.skip();
            }
        }
        SegmentBuilder segment = ofSource ? SegmentBuilder.ofSource(end) : new SegmentBuilder(start, end);
        segment.counts(before, after);
        TraceBuilder beside = segment.beside();
        TextIds ids = texts(beside, signatures, stacks);
        ColumnsReader columns = new ColumnsReader(ids);
        for (WireReader thread : threads) {
            readThread(thread, start.monotonicNanos(), columns, segment);
        }
        for (WireReader track : sourceTracks) {
            readSourceTrack(track, columns, segment);
        }
        for (WireReader each : samples) {
            InstantsCodec.readSamples(each, ids, beside);
        }
        for (WireReader counter : counters) {
            InstantsCodec.readCounter(counter, beside);
        }
        for (WireReader events : memoryEvents) {
            InstantsCodec.readMemory(events, ids, beside);
        }
        for (WireReader step : steps) {
            beside.step(InstantsCodec.readStep(step));
        }
        return segment.build();
    }

    /** Charges the objects of a message: {@code bytes}, and {@code bytesForEach} for each of its bytes. */
    private WireReader charged(WireReader message, int bytes, int bytesForEach) throws IOException {
        memory.take(bytes + (long) bytesForEach * message.remaining());
        return message;
    }

    private TextIds texts(TraceBuilder beside, List<WireReader> signatures, List<WireReader> stacks)
            throws IOException {
        int[] nameIds = new int[names.size()];
        List<List<String>> texts = new ArrayList<>(names.size());
        for (int i = 0; i < nameIds.length; i++) {
            NameTablesCodec.Name name = names.get(i);
            nameIds[i] = nameId(beside, name);
            boolean isText = name.kind() == EventKind.SCOPE && name.type().isEmpty();
            texts.add(isText ? List.of(name.text()) : List.of());
        }
        int[] signatureIds = new int[signatures.size()];
        for (int i = 0; i < signatureIds.length; i++) {
            signatureIds[i] = beside.signatureId(SignatureCodec.read(signatures.get(i)));
        }
        int[] stackIds = new int[stacks.size()];
        for (int i = 0; i < stackIds.length; i++) {
            stackIds[i] = beside.stackId(NameTablesCodec.readStack(stacks.get(i)));
        }
        return new TextIds(nameIds, signatureIds, stackIds, texts);
    }

    private static int nameId(TraceBuilder beside, NameTablesCodec.Name name) {
        return name.kind() == EventKind.MARKER
                ? beside.markerId(name.text(), name.type(), name.scope())
                : beside.nameId(name.text(), name.kind(), name.type());
    }

    private void readThread(WireReader in, long segmentStart, ColumnsReader columns, SegmentBuilder segment)
            throws IOException {
        Stored stored = stored(in, columns);
        ThreadSegmentHeader header = stored.events.header();
        ThreadSegmentBuilder thread = segment.thread(header.trackId(), header.trackName(), header.firstIndex());
        thread.readLater(header, stored.events);
        if (stored.late.hasMore()) {
            columns.late(stored.late, segmentStart, thread);
        }
    }

    private void readSourceTrack(WireReader in, ColumnsReader columns, SegmentBuilder segment) throws IOException {
        WireReader events = WireReader.empty();
        TrackKind kind = TrackKind.THREAD;
        Device.Type type = Device.Type.CPU;
        int index = 0;
        int stream = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> events = in.message();
                case 2 -> kind = SchemaNumbers.TRACK_KINDS.read(in);
                case 3 -> type = SchemaNumbers.DEVICES.read(in);
                case 4 -> index = (int) in.signed();
                case 5 -> stream = in.count(Integer.MAX_VALUE);
                default -> in.skip();
            }
        }
        Stored stored = stored(events, columns);
        // Unlike events of threads, events of sources are all in memory together.
        memory.take(SOURCE_EVENT_BYTES * (long) stored.events.header().size() + 2L * stored.events.plain());
        boolean isStream = kind == TrackKind.STREAM;
        segment.sourceTrack(
                stored.events.header(),
                kind == TrackKind.THREAD,
                isStream ? Optional.of(new Device(type, index)) : Optional.empty(),
                isStream ? stream : -1,
                stored.events);
    }

    /** Stored events of a track, and late updates of earlier events. */
    private record Stored(Events events, WireReader late) {}

    private Stored stored(WireReader in, ColumnsReader columns) throws IOException {
        long trackId = 0;
        String name = "";
        boolean ended = false;
        long firstIndex = 0;
        int size = 0;
        long firstNanos = 0;
        long lastNanos = 0;
        WireReader open = WireReader.empty();
        int has = 0;
        int stored = 0;
        int plain = 0;
        Compression compression = Compression.NONE;
        WireReader late = WireReader.empty();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> trackId = in.number();
                case 2 -> name = in.text();
                case 3 -> ended = in.flag();
                case 4 -> firstIndex = in.number();
                case 5 -> size = in.count(Integer.MAX_VALUE);
                case 6 -> firstNanos = in.signed();
                case 7 -> lastNanos = in.signed();
                case 8 -> open = charged(in.message(), 0, 8);
                case 9 -> has = in.count(Integer.MAX_VALUE);
                case 10 -> stored = in.count(Integer.MAX_VALUE);
                case 11 -> plain = in.count(Integer.MAX_VALUE);
                case 12 -> compression = Compression.numbered(in.count(Integer.MAX_VALUE));
                case 13 -> late = charged(in.message(), 1000, 120);
                default -> in.skip();
            }
        }
        boolean possible = trackId < TraceBuilder.FIRST_LANE_ID
                && firstIndex >= 0
                && firstIndex <= Long.MAX_VALUE - size
                && stored <= payloadEnd - payloadAt
                && size <= plain / MIN_EVENT_BYTES
                && Compression.mayStandFor(stored, plain)
                && (compression != Compression.NONE || stored == plain);
        if (!possible) {
            throw in.wrong("no thread has " + size + " events from " + firstIndex + " in " + stored + " bytes for "
                    + plain + " on track " + trackId);
        }
        ThreadSegmentHeader header = new ThreadSegmentHeader(
                trackId,
                name,
                ended,
                firstIndex,
                size,
                firstNanos,
                lastNanos,
                ColumnsReader.places(open, size),
                Content.of(has));
        Events events = new Events(file, payloadAt, stored, plain, compression, columns, header);
        payloadAt += stored;
        return new Stored(events, late);
    }
}
