package io.stepprofiler.readers.perfetto;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MarkerScope;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tracks of a file of ours: first one for each track of the trace, then, as they are needed, further rows of these
 * for what does not nest, rows of tasks and frames, and counters.
 */
final class OwnPlaces implements Places {
    private static final Pattern FURTHER = Pattern.compile(
            "(.*) \\((?:overlapping|steps|annotations|sync|unfinished|waits|async)(?: \\d+)?(?:, without durations)?\\)",
            Pattern.DOTALL);
    private static final Pattern STREAM = Pattern.compile("stream (\\d{1,9})");
    private static final Pattern GPU = Pattern.compile("cuda:(\\d{1,9})");
    /** Counters without a domain that are below their GPU. */
    private static final Pattern OF_GPU =
            Pattern.compile("GPU \\d{1,9} .*|Memory (?:allocated|reserved) cuda:\\d{1,9}");

    private static final String CONTINUED = " (continued)";
    private static final String NO_NAME = "(unnamed)";

    /** A lane or a stream, as its rows know it. */
    private record Owner(long parent, String name) {}

    private final TraceBuilder trace;
    private final Map<Long, TrackDescriptor> tracks;
    private final Map<Long, TrackBuilder> placed = new HashMap<>();
    private final Map<Owner, TrackBuilder> owners = new HashMap<>();
    private final Map<String, TrackBuilder> byName = new HashMap<>();

    OwnPlaces(TraceBuilder trace, Map<Long, TrackDescriptor> tracks) {
        this.trace = trace;
        this.tracks = tracks;
        boolean hasLanes = false;
        for (TrackDescriptor track : tracks.values()) {
            boolean isLane = isLane(track);
            hasLanes |= isLane;
            // Threads behind the lanes have no events, and are no tracks of the trace.
            if (isLane || (track.isThread && track.isEarly && !hasLanes)) {
                place(track);
            }
        }
    }

    /** Whether it is a lane or a stream of the trace, not one of its rows, and no group of others. */
    private boolean isLane(TrackDescriptor track) {
        TrackDescriptor parent = tracks.get(track.parent);
        boolean isChild = parent != null && !parent.isThread && !track.isThread && !track.isProcess;
        boolean isPlain = !track.isCounter && !track.isMergedByName && !track.isParent;
        return track.isEarly && isChild && isPlain && owner(track) == null && !isContinued(track);
    }

    private boolean isContinued(TrackDescriptor track) {
        return track.name.endsWith(CONTINUED)
                && byName.containsKey(track.name.substring(0, track.name.length() - CONTINUED.length()));
    }

    /** What a further row belongs to; null if it is none. */
    private @Nullable TrackBuilder owner(TrackDescriptor track) {
        Matcher further = FURTHER.matcher(track.name);
        return further.matches() ? owners.get(new Owner(track.parent, further.group(1))) : null;
    }

    private TrackBuilder place(TrackDescriptor track) {
        TrackBuilder made = make(track);
        placed.put(track.uuid, made);
        owners.putIfAbsent(new Owner(track.parent, track.name), made);
        byName.putIfAbsent(track.name, made);
        return made;
    }

    private TrackBuilder make(TrackDescriptor track) {
        if (track.isThread) {
            boolean isUnnamed = track.name.equals("thread " + track.tid);
            return trace.thread(tid(track), isUnnamed ? "" : track.name);
        }
        Matcher stream = STREAM.matcher(track.name);
        Optional<Device> device = device(tracks.get(track.parent));
        return device.isPresent() && stream.matches()
                ? trace.stream(device.get(), Integer.parseInt(stream.group(1)))
                : trace.lane(track.name.equals(NO_NAME) ? "" : track.name);
    }

    private static Optional<Device> device(@Nullable TrackDescriptor group) {
        if (group == null || group.isProcess) {
            return Optional.empty();
        }
        Matcher gpu = GPU.matcher(group.name);
        return gpu.matches()
                ? Optional.of(Device.cuda(Integer.parseInt(gpu.group(1))))
                : Optional.of(Device.CPU).filter(cpu -> group.name.equals(cpu.toString()));
    }

    @Override
    public TrackBuilder track(long uuid, String threadName) {
        TrackBuilder known = placed.get(uuid);
        if (known != null) {
            return known;
        }
        TrackDescriptor track = tracks.get(uuid);
        if (track == null || track.isProcess || track.parent == 0 || track.isMergedByName) {
            TrackBuilder named = byName.get(threadName);
            return named != null ? named : trace.lane(threadName);
        }
        TrackDescriptor parent = tracks.get(track.parent);
        if (parent != null && parent.isThread) {
            TrackBuilder thread = placed.get(parent.uuid);
            return thread != null ? thread : place(parent);
        }
        TrackBuilder owner = owner(track);
        if (owner != null) {
            placed.put(uuid, owner);
            return owner;
        }
        return place(track);
    }

    @Override
    public long trackId(long uuid) {
        TrackDescriptor thread = thread(uuid);
        return thread != null ? tid(thread) : track(uuid, "").id();
    }

    @Override
    public boolean isThread(long uuid) {
        return thread(uuid) != null;
    }

    /** The thread that a track is, or is a row of. */
    private @Nullable TrackDescriptor thread(long uuid) {
        TrackDescriptor track = tracks.get(uuid);
        TrackDescriptor parent = track == null ? null : tracks.get(track.parent);
        return track != null && track.isThread ? track : parent != null && parent.isThread ? parent : null;
    }

    private static long tid(TrackDescriptor thread) {
        return Math.floorMod(thread.tid, TraceBuilder.FIRST_LANE_ID);
    }

    @Override
    public MarkerScope reach(long uuid) {
        TrackDescriptor track = tracks.get(uuid);
        if (track != null && track.isProcess) {
            return MarkerScope.PROCESS;
        }
        return track == null || (track.parent == 0 && !track.isThread) ? MarkerScope.GLOBAL : MarkerScope.THREAD;
    }

    @Override
    public String domain(long uuid) {
        TrackDescriptor track = tracks.get(uuid);
        TrackDescriptor parent = track == null ? null : tracks.get(track.parent);
        return track == null || parent == null || parent.isProcess || isOfGpu(track, parent) ? "" : parent.name;
    }

    private static boolean isOfGpu(TrackDescriptor track, TrackDescriptor parent) {
        return track.isCounter
                && GPU.matcher(parent.name).matches()
                && OF_GPU.matcher(track.name).matches();
    }

    @Override
    public long process() {
        return processes().map(process -> process.pid).orElse(0L);
    }

    @Override
    public String processName() {
        return processes().map(process -> process.processName).orElse("");
    }

    @Override
    public String host() {
        return processes().map(process -> process.label).orElse("");
    }

    private Optional<TrackDescriptor> processes() {
        return tracks.values().stream().filter(track -> track.isProcess).findFirst();
    }
}
