package io.stepprofiler.journal.blocks;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.Names;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.segment.Segment;
import io.stepprofiler.segment.SourceTrack;
import io.stepprofiler.segment.ThreadSegment;
import io.stepprofiler.segment.ThreadSegmentHeader;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.wire.SignatureCodec;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Writer of a segment: the header, and a payload with the events of each thread. */
final class SegmentWriter {
    /** Below this size, compression is not worth its time. */
    private static final int MIN_COMPRESSED = 64;

    /** Bytes that compressors may need beyond the size of their input. */
    private static final int SPARE = 1 << 10;

    private static final int KEPT_BYTES = 8 << 20;

    private final Compressor compressor;
    private final WireWriter columns = new WireWriter();
    private final ColumnsWriter events = new ColumnsWriter(columns);
    private byte[] payload = new byte[1 << 12];
    private int payloadSize;
    private long plainSize;

    SegmentWriter(Compressor compressor) {
        this.compressor = compressor;
    }

    byte[] payload() {
        return payload;
    }

    int payloadSize() {
        return payloadSize;
    }

    /** Uncompressed size of the payload. */
    long plainSize() {
        return plainSize;
    }

    void write(Segment segment, WireWriter out) throws IOException {
        payloadSize = 0;
        plainSize = 0;
        if (payload.length > KEPT_BYTES) {
            payload = new byte[1 << 12];
        }
        HeaderCodec.writeAnchor(1, segment.start(), out);
        HeaderCodec.writeAnchor(2, segment.end(), out);
        HeaderCodec.writeCounts(3, segment.before(), out);
        HeaderCodec.writeCounts(4, segment.after(), out);
        writeNames(segment.names(), out);
        for (ThreadSegment thread : segment.threads()) {
            int mark = out.begin(8);
            writeThread(thread, thread.header().trackId(), out);
            out.end(mark);
        }
        for (CounterTrack counter : segment.counters()) {
            int mark = out.begin(9);
            InstantsCodec.writeCounter(counter, out);
            out.end(mark);
        }
        if (!segment.memory().isEmpty()) {
            int mark = out.begin(10);
            InstantsCodec.writeMemory(segment.memory(), out);
            out.end(mark);
        }
        for (StepMark step : segment.steps()) {
            int mark = out.begin(11);
            InstantsCodec.writeStep(step, out);
            out.end(mark);
        }
        for (SourceTrack track : segment.sourceTracks()) {
            int mark = out.begin(12);
            writeSourceTrack(track, out);
            out.end(mark);
        }
        if (!segment.samples().isEmpty()) {
            int mark = out.begin(13);
            InstantsCodec.writeSamples(segment.samples(), out);
            out.end(mark);
        }
        out.flag(14, segment.isOfSource());
    }

    private void writeSourceTrack(SourceTrack track, WireWriter out) throws IOException {
        ThreadSegment events = track.events();
        int mark = out.begin(1);
        writeThread(events, track.isThread() ? events.header().trackId() : 0, out);
        out.end(mark);
        out.number(2, SchemaNumbers.TRACK_KINDS.of(TrackKind.of(track)));
        if (track.device().isPresent()) {
            Device device = track.device().get();
            out.number(3, SchemaNumbers.DEVICES.of(device.type()));
            out.signed(4, device.index());
            out.number(5, track.stream());
        }
    }

    private static void writeNames(Names names, WireWriter out) {
        for (int id = 0; id < names.nameCount(); id++) {
            int mark = out.begin(5);
            NameTablesCodec.writeName(names, id, out);
            out.end(mark);
        }
        for (int id = 0; id < names.signatureCount(); id++) {
            int mark = out.begin(6);
            SignatureCodec.write(names.signature(id), out);
            out.end(mark);
        }
        for (int id = 0; id < names.stackCount(); id++) {
            int mark = out.begin(7);
            List<StackTraceElement> frames = names.stack(id);
            NameTablesCodec.writeStack(frames, out);
            out.end(mark);
        }
    }

    private void writeThread(ThreadSegment thread, long trackId, WireWriter out) throws IOException {
        ThreadSegmentHeader header = thread.header();
        out.number(1, trackId);
        out.text(2, header.trackName());
        out.flag(3, header.threadEnded());
        out.number(4, header.firstIndex());
        out.number(5, header.size());
        out.signed(6, header.firstNanos());
        out.signed(7, header.lastNanos());
        int mark = out.begin(8);
        int last = -1;
        for (int open : header.open()) {
            out.varint(open - last - 1);
            last = open;
        }
        out.endColumn(mark);
        out.number(9, Content.bits(header.has()));
        writeEvents(thread, out);
        if (thread.late().size() > 0) {
            mark = out.begin(13);
            new ColumnsWriter(out).late(thread);
            out.end(mark);
        }
    }

    private void writeEvents(ThreadSegment thread, WireWriter out) throws IOException {
        if (thread.size() == 0) {
            return;
        }
        columns.clear();
        events.events(thread);
        int plain = columns.size();
        Compression used = Compression.NONE;
        int stored = plain;
        reserve(plain);
        if (plain >= MIN_COMPRESSED && compressor.kind() != Compression.NONE) {
            int compressed = compressor.compress(columns.bytes(), 0, plain, payload, payloadSize);
            if (compressed < plain && Compression.mayStandFor(compressed, plain)) {
                stored = compressed;
                used = compressor.kind();
            }
        }
        if (used == Compression.NONE) {
            System.arraycopy(columns.bytes(), 0, payload, payloadSize, plain);
        }
        payloadSize += stored;
        plainSize += plain;
        out.number(10, stored);
        out.number(11, plain);
        out.number(12, SchemaNumbers.COMPRESSIONS.of(used));
    }

    private void reserve(int more) throws IOException {
        long wanted = (long) payloadSize + more + more / 128 + SPARE;
        if (wanted > Integer.MAX_VALUE - SPARE) {
            throw new IOException("A segment is too large for the journal: more than " + payloadSize + " bytes");
        }
        if (wanted > payload.length) {
            payload = Arrays.copyOf(payload, (int) Math.max(wanted, Math.min(2L * payload.length, 1 << 30)));
        }
    }
}
