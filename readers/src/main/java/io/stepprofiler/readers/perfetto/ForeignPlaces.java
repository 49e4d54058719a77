package io.stepprofiler.readers.perfetto;

import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tracks of a file that another program wrote: threads are threads, all others lanes by their names. */
final class ForeignPlaces implements Places {
    /** Ids of threads that the file gives no id, or one that another process has, count from here. */
    private static final long FIRST_MADE_ID = 1L << 31;

    /** Tracks that are nested deeper are in a circle. */
    private static final int MAX_DEPTH = 64;

    private static final String SEPARATOR = " / ";

    private final TraceBuilder trace;
    private final Map<Long, TrackDescriptor> tracks;
    private final Map<Long, TrackBuilder> placed = new HashMap<>();
    private final Set<Long> taken = new HashSet<>();
    private final boolean hasSeveralProcesses;
    private long nextId = FIRST_MADE_ID;

    ForeignPlaces(TraceBuilder trace, Map<Long, TrackDescriptor> tracks) {
        this.trace = trace;
        this.tracks = tracks;
        hasSeveralProcesses = tracks.values().stream()
                        .filter(track -> track.isProcess || track.isThread)
                        .map(track -> track.pid)
                        .distinct()
                        .count()
                > 1;
    }

    @Override
    public TrackBuilder track(long uuid, String threadName) {
        TrackBuilder known = placed.get(uuid);
        if (known == null) {
            known = make(tracks.get(uuid));
            placed.put(uuid, known);
        }
        return known;
    }

    private TrackBuilder make(@Nullable TrackDescriptor track) {
        if (track == null) {
            return trace.lane("(no track)");
        }
        String of = hasSeveralProcesses ? processOf(track) : "";
        String suffix = of.isEmpty() || track.isProcess ? "" : " (" + of + ")";
        if (track.isThread) {
            String name = track.name.isEmpty() ? "thread " + track.tid : track.name;
            return trace.thread(threadId(track.tid), name + suffix);
        }
        return trace.lane(path(track) + suffix);
    }

    private long threadId(long tid) {
        boolean fits = tid >= 0 && tid < TraceBuilder.FIRST_LANE_ID;
        if (fits && taken.add(tid)) {
            return tid;
        }
        while (!taken.add(nextId)) {
            nextId++;
        }
        return nextId;
    }

    /** The names of a track and of those it is below, up to the process. */
    private String path(TrackDescriptor track) {
        String path = name(track);
        TrackDescriptor at = tracks.get(track.parent);
        for (int i = 0; at != null && !at.isProcess && !track.isProcess && i < MAX_DEPTH; i++) {
            path = name(at) + SEPARATOR + path;
            at = at.parent == at.uuid ? null : tracks.get(at.parent);
        }
        return path;
    }

    private static String name(TrackDescriptor track) {
        if (!track.name.isEmpty()) {
            return track.name;
        }
        return track.isProcess ? processName(track) : track.isThread ? "thread " + track.tid : "(unnamed)";
    }

    private static String processName(TrackDescriptor process) {
        return process.processName.isEmpty() ? "process " + process.pid : process.processName;
    }

    private String processOf(TrackDescriptor track) {
        TrackDescriptor at = track;
        for (int i = 0; at != null && i < MAX_DEPTH; i++) {
            long pid = at.pid;
            if (at.isProcess || at.isThread) {
                return tracks.values().stream()
                        .filter(process -> process.isProcess && process.pid == pid)
                        .findFirst()
                        .map(ForeignPlaces::processName)
                        .orElse("process " + pid);
            }
            at = tracks.get(at.parent);
        }
        return "";
    }

    @Override
    public long trackId(long uuid) {
        return track(uuid, "").id();
    }

    @Override
    public boolean isThread(long uuid) {
        TrackDescriptor track = tracks.get(uuid);
        return track != null && track.isThread;
    }

    @Override
    public MarkerScope reach(long uuid) {
        TrackDescriptor track = tracks.get(uuid);
        if (track == null) {
            return MarkerScope.GLOBAL;
        }
        return track.isThread ? MarkerScope.THREAD : MarkerScope.PROCESS;
    }

    @Override
    public String domain(long uuid) {
        TrackDescriptor track = tracks.get(uuid);
        TrackDescriptor parent = track == null ? null : tracks.get(track.parent);
        if (parent == null || (parent.isProcess && !hasSeveralProcesses)) {
            return "";
        }
        String of = hasSeveralProcesses && !parent.isProcess ? processOf(parent) : "";
        return path(parent) + (of.isEmpty() ? "" : " (" + of + ")");
    }

    @Override
    public long process() {
        return hasSeveralProcesses
                ? 0
                : tracks.values().stream()
                        .filter(track -> track.isProcess || track.isThread)
                        .mapToLong(track -> track.pid)
                        .findFirst()
                        .orElse(0);
    }

    @Override
    public String processName() {
        if (hasSeveralProcesses) {
            return "";
        }
        long pid = process();
        return tracks.values().stream()
                .filter(track -> track.isProcess && track.pid == pid)
                .map(track -> track.processName)
                .findFirst()
                .orElse("");
    }

    @Override
    public String host() {
        return "";
    }
}
