package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.analysis.window.VirtualLanes;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.handlers.rows.AllTracks;
import io.stepprofiler.handlers.rows.NumberedStep;
import io.stepprofiler.handlers.rows.RowKind;
import io.stepprofiler.handlers.rows.ThreadNumbers;
import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tracks of the file: the process, its threads, and all other tracks as children of the process.
 *
 * <p>Ids count on from a hash of the trace's id and the process, so that they differ between several workers.
 */
final class Tracks {
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Trace trace;
    private final ProcessInfo recorded;
    private final long firstTime;
    private final Packets packets;
    private final WireWriter out;
    private final InternedStrings texts;
    private final List<Track> all;
    /** Thread 0 is the idle thread of a processor. */
    private final ThreadNumbers threads = new ThreadNumbers(1);

    private final VirtualLanes lanes;
    private final List<Long> ownIds = new ArrayList<>();
    private final Map<Device, Long> devices = new HashMap<>();
    private final Map<String, Long> domains = new HashMap<>();
    private @Nullable Long global;
    private final long process;
    private long lastId;

    /** Writes the process, a track for each track of the trace, and one for each thread that has only steps. */
    Tracks(PerfettoDocument document, ProcessInfo recorded, Map<Long, List<NumberedStep>> steps, long firstTime)
            throws IOException {
        this.trace = document.trace;
        this.recorded = recorded;
        this.firstTime = firstTime;
        this.packets = document.packets;
        this.out = packets.out();
        this.texts = document.texts;
        this.all = AllTracks.of(trace, steps.keySet());
        this.lastId = unique(0);
        this.process = writeProcess();
        lanes = new VirtualLanes(all, steps.keySet());
        Map<Long, Long> byOwner = new HashMap<>();
        for (Track track : all) {
            long owner = lanes.owner(track.id());
            Long known = byOwner.get(owner);
            long id = known != null ? known : newOwn(track);
            byOwner.put(owner, id);
            ownIds.add(id);
        }
    }

    private long newOwn(Track track) throws IOException {
        if (lanes.contains(track)) {
            return newRow(process, lanes.nameOfAll());
        }
        return track.isThread() ? writeThread(track) : newChild(parent(track), name(track));
    }

    /** The tracks of the trace, then tracks with steps but no events. */
    List<Track> all() {
        return all;
    }

    ThreadNumbers threads() {
        return threads;
    }

    long process() {
        return process;
    }

    /** Track of markers that concern more than this process. */
    long global() throws IOException {
        if (global == null) {
            global = newTrack(0, "Global markers", PerfettoFields.MERGE_NONE);
        }
        return global;
    }

    /** Parent of the tracks of a domain; the process if the domain is empty. */
    long ofDomain(String domain) throws IOException {
        if (domain.isEmpty()) {
            return process;
        }
        Long known = domains.get(domain);
        if (known == null) {
            known = newChild(process, domain);
            domains.put(domain, known);
        }
        return known;
    }

    long own(int track) {
        return ownIds.get(track);
    }

    /**
     * Writes a further row of a track; readers show the rows of a thread next to it, and each kind of row of all virtual
     * threads in lanes as one.
     */
    long newRow(int track, RowKind kind, int number) throws IOException {
        Track of = all.get(track);
        if (lanes.contains(of)) {
            return newRow(process, kind.name(lanes.nameOfAll(), number));
        }
        return newChild(of.isThread() ? ownIds.get(track) : parent(of), kind.name(name(of), number));
    }

    VirtualLanes lanes() {
        return lanes;
    }

    String name(Track track) {
        return TrackRows.name(track, track.device().isPresent());
    }

    /** A number that is not used in the files of other traces. */
    long unique(long number) {
        return hash(trace.id() + recorded.name()) + number;
    }

    Sequence newSequence(long track) {
        return new Sequence(packets, texts, ++packets.sequences, track, firstTime);
    }

    /** Writes a track below another one. */
    long newChild(long parent, String name) throws IOException {
        return newTrack(parent, name, PerfettoFields.MERGE_NONE);
    }

    /** Writes a track below another one; viewers show all tracks of the same name there as one. */
    long newRow(long parent, String name) throws IOException {
        return newTrack(parent, name, PerfettoFields.MERGE_BY_NAME);
    }

    private long newTrack(long parent, String name, int merge) throws IOException {
        long id = newId();
        int packet = packets.begin();
        int descriptor = openTrack(id, parent, name, merge);
        out.end(descriptor);
        packets.end(packet);
        return id;
    }

    /** Writes a track for the values of a counter. */
    long newCounter(long parent, String name, boolean isBytes) throws IOException {
        long id = newId();
        int packet = packets.begin();
        int descriptor = openTrack(id, parent, name, PerfettoFields.MERGE_NONE);
        int counter = out.begin(PerfettoFields.DESCRIPTOR_COUNTER);
        if (isBytes) {
            out.present(PerfettoFields.COUNTER_UNIT, PerfettoFields.UNIT_BYTES);
        }
        out.end(counter);
        out.end(descriptor);
        packets.end(packet);
        return id;
    }

    /** A parent of 0 is none. */
    private int openTrack(long id, long parent, String name, int merge) {
        int descriptor = out.begin(PerfettoFields.PACKET_TRACK_DESCRIPTOR);
        out.present(PerfettoFields.DESCRIPTOR_UUID, id);
        if (parent != 0) {
            out.present(PerfettoFields.DESCRIPTOR_PARENT, parent);
        }
        out.present(PerfettoFields.DESCRIPTOR_NAME, name);
        out.present(PerfettoFields.DESCRIPTOR_MERGE_BEHAVIOR, merge);
        return descriptor;
    }

    private long writeProcess() throws IOException {
        long id = newId();
        int packet = packets.begin();
        int descriptor = out.begin(PerfettoFields.PACKET_TRACK_DESCRIPTOR);
        out.present(PerfettoFields.DESCRIPTOR_UUID, id);
        int described = out.begin(PerfettoFields.DESCRIPTOR_PROCESS);
        out.present(PerfettoFields.PROCESS_PID, recorded.pid());
        String name = recorded.name();
        if (!name.isEmpty()) {
            out.present(PerfettoFields.PROCESS_NAME, name);
        }
        out.present(PerfettoFields.PROCESS_LABEL, recorded.host());
        if (trace.distributedInfo().isPresent()) {
            out.present(
                    PerfettoFields.PROCESS_LABEL,
                    "rank " + trace.distributedInfo().get().rank());
        }
        out.end(described);
        out.end(descriptor);
        packets.end(packet);
        return id;
    }

    private long writeThread(Track track) throws IOException {
        long id = newId();
        int packet = packets.begin();
        int descriptor = out.begin(PerfettoFields.PACKET_TRACK_DESCRIPTOR);
        out.present(PerfettoFields.DESCRIPTOR_UUID, id);
        int thread = out.begin(PerfettoFields.DESCRIPTOR_THREAD);
        out.present(PerfettoFields.THREAD_PID, recorded.pid());
        out.present(PerfettoFields.THREAD_TID, threads.of(track.id()));
        out.present(PerfettoFields.THREAD_NAME, name(track));
        out.end(thread);
        out.end(descriptor);
        packets.end(packet);
        return id;
    }

    private long parent(Track track) throws IOException {
        if (track.device().isEmpty()) {
            return process;
        }
        return ofDevice(track.device().get());
    }

    /** The group of the streams of a device. */
    long ofDevice(Device device) throws IOException {
        Long known = devices.get(device);
        if (known == null) {
            known = newChild(process, device.toString());
            devices.put(device, known);
        }
        return known;
    }

    private long newId() {
        lastId++;
        // Readers assign events without a track to track 0.
        lastId += lastId == 0 ? 1 : 0;
        return lastId;
    }

    /** FNV-1a. */
    private static long hash(String text) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
