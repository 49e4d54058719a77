package io.stepprofiler.readers.perfetto;

import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.TraceImporter;
import io.stepprofiler.readers.intake.Charges;
import io.stepprofiler.readers.intake.Tally;
import io.stepprofiler.wire.WireReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/**
 * Reads traces in Perfetto's own format: files of this profiler, and those of others, such as Perfetto's SDK, as far as
 * slices, counters, threads and instants go; with their packets compressed or not, in a gzip file or not.
 *
 * <p>Slices become events, those called {@code ProfilerStep#N} on a thread steps; instants markers with the reach that
 * their track has; counters counters, below the domain that their track is below. Threads are threads, all other tracks
 * lanes. Debug annotations are arguments, those with parts as JSON. What a sequence has interned, its defaults and its
 * clocks are minded; times of several clocks are made those of one by the file's snapshots. An end closes the innermost
 * slice of its track in the order of time. Arrows, packets of other data sources and what makes no sense are told as
 * missing.
 *
 * <p>A file of ours is recognized by its summary, and gives the trace that it was written of again, but for: samples
 * of call stacks; memory events, of which it has the sums as counters; addresses of tensors, and the element types of
 * lists of them; values of counters that are no finite numbers; which of several threads of one name a task or a
 * marker of the process was on; threads with numbers beyond 31 bits, which are lanes; names of class loaders and
 * modules in stack frames; characters that are no text; whether metadata was JSON; process groups of workers; the
 * capture options, which are told from what there is. A part of a split trace is read as a trace of its own, and its
 * missing parts are told.
 *
 * <p>The file is read twice, since what its tracks are may stand behind their events. Memory is that of the trace, and
 * 32 bytes more for each slice.
 *
 * @see <a href="https://perfetto.dev/docs/reference/trace-packet-proto">Perfetto, "TracePacket reference"</a>
 */
public final class PerfettoImporter implements TraceImporter {
    private static final int PACKET_TAG = 0x0a;

    /** Wire types by which the packets that files begin with are told from other formats, by the field's number. */
    private static final Set<Integer> USUAL_TAGS = Set.of(
            tag(Fields.PACKET_CLOCK_SNAPSHOT, 2),
            tag(Fields.PACKET_TIMESTAMP, 0),
            tag(Fields.PACKET_SEQUENCE_ID, 0),
            tag(Fields.PACKET_TRACK_EVENT, 2),
            tag(Fields.PACKET_INTERNED_DATA, 2),
            tag(Fields.PACKET_SEQUENCE_FLAGS, 0),
            tag(Fields.PACKET_COMPRESSED_PACKETS, 2),
            tag(Fields.PACKET_TIMESTAMP_CLOCK, 0),
            tag(Fields.PACKET_DEFAULTS, 2),
            tag(Fields.PACKET_TRACK_DESCRIPTOR, 2),
            // User, process and configuration of the recording, its statistics, a mark, the system, the trace's id.
            tag(3, 0),
            tag(79, 0),
            tag(33, 2),
            tag(35, 2),
            tag(36, 2),
            tag(45, 2),
            tag(89, 2));

    /** Made by the service loader. */
    public PerfettoImporter() {}

    private static int tag(int field, int type) {
        return field << 3 | type;
    }

    @Override
    public String format() {
        return "Perfetto trace";
    }

    @Override
    public Set<String> suffixes() {
        return Set.of(".pftrace", ".pftrace.gz", ".perfetto-trace", ".perfetto-trace.gz");
    }

    /**
     * {@return how many bytes the first packet has before its first value, if another one follows it and it begins with
     * one of the fields of most packets} There is no magic number.
     */
    @Override
    public int recognizedBytes(ImportCandidate candidate) {
        byte[] head = candidate.inflatedHead();
        if (head.length < 2 || head[0] != PACKET_TAG) {
            return 0;
        }
        WireReader in = new WireReader(head, 1, head.length);
        try {
            long length = in.varint();
            long end = head.length - in.remaining() + length;
            boolean isPossible = length > 1 && length <= PacketStream.MAX_PACKET_BYTES;
            // Text that begins with a new line is told by what follows.
            if (!isPossible || (end < head.length && head[(int) end] != PACKET_TAG)) {
                return 0;
            }
            long tag = in.varint();
            int recognized = head.length - in.remaining();
            boolean hasLength = (tag & 7) == 2;
            long valueEnd = hasLength ? in.varint() + head.length - in.remaining() : 0;
            boolean isUsual = tag <= Integer.MAX_VALUE && USUAL_TAGS.contains((int) tag);
            return isUsual && valueEnd <= end ? recognized : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public ImportedTrace read(Path file, ImportOptions options) throws IOException {
        Charges charges = new Charges(file, options);
        Tally tally = new Tally();
        Index index = new Index(charges);
        boolean isCut = go(charges, index::take);
        index.complete();
        Intake intake = new Intake(index, charges, tally);
        PacketReader reader = new PacketReader(charges, tally, index.clocks, intake);
        go(charges, reader::take);
        reader.complete();
        if (isCut) {
            tally.missing("it ends in the middle of a packet, as when its program was killed or the file was cut");
        }
        return new ImportedTrace(intake.complete(), tally.missing(), () -> {});
    }

    private interface PacketTaker {
        void take(WireReader packet) throws IOException;
    }

    /** Goes through all packets; whether the last one was cut. */
    private static boolean go(Charges charges, PacketTaker taker) throws IOException {
        try (PacketStream packets = new PacketStream(charges)) {
            WireReader packet = packets.next();
            if (packet == null) {
                throw new ImportException(charges.file(), "it is empty: it has no packets");
            }
            for (; packet != null; packet = packets.next()) {
                try {
                    taker.take(packet);
                } catch (ImportException e) {
                    throw e;
                } catch (IOException e) {
                    throw packets.wrong("it is damaged, or no packet (" + e.getMessage() + ")");
                }
            }
            return packets.isCut();
        }
    }
}
