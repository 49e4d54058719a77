package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Lanes for the unnamed virtual threads of a trace, of which there may be thousands, each with one task: a lane has one
 * thread at a time, from its first event to its last. There are as many lanes as threads that are active at once. Few
 * threads, and threads with steps, have rows of their own.
 */
public final class VirtualLanes {
    /** Maximum number of virtual threads with rows of their own; the page of the report has the same. */
    private static final int MOST_APART = 8;

    /** Names that the recorder gives unnamed virtual threads. */
    private static final Pattern NAME = Pattern.compile("virtual-\\d+");

    /** The time from the first to the last event of a thread. */
    private record Active(long track, long startNanos, long endNanos) {}

    /** A lane, with its number from 1, its first thread, and when its last thread ends. */
    private record Lane(int number, long owner, long endNanos) {}

    private final Map<Long, Lane> lanes = new HashMap<>();
    private final int count;

    /**
     * Assigns threads to lanes.
     *
     * @param tracks the tracks of a file
     * @param stepping ids of the tracks with steps
     */
    public VirtualLanes(List<Track> tracks, Set<Long> stepping) {
        List<Active> threads = new ArrayList<>();
        for (Track track : tracks) {
            if (track.isThread()
                    && !stepping.contains(track.id())
                    && NAME.matcher(track.name()).matches()) {
                threads.add(active(track));
            }
        }
        if (threads.size() <= MOST_APART) {
            count = 0;
            return;
        }
        threads.sort(Comparator.comparingLong(Active::startNanos));
        PriorityQueue<Lane> used = new PriorityQueue<>(Comparator.comparingLong(Lane::endNanos));
        for (Active thread : threads) {
            Lane free = used.peek();
            Lane lane = free == null || free.endNanos > thread.startNanos
                    ? new Lane(used.size() + 1, thread.track, thread.endNanos)
                    : new Lane(used.remove().number, free.owner, thread.endNanos);
            used.add(lane);
            lanes.put(thread.track, lane);
        }
        count = used.size();
    }

    private static Active active(Track track) {
        if (track.size() == 0) {
            return new Active(track.id(), Long.MIN_VALUE, Long.MIN_VALUE);
        }
        long end = Long.MIN_VALUE;
        for (int i = 0; i < track.size(); i++) {
            end = Math.max(end, track.startNanos(i) + track.durationNanos(i));
        }
        return new Active(track.id(), track.startNanos(0), end);
    }

    /** {@return the number of lanes; 0 if all threads have rows of their own} */
    public int count() {
        return count;
    }

    /** {@return the number of threads in lanes} */
    public int threads() {
        return lanes.size();
    }

    /**
     * {@return whether a track is of a thread in a lane}
     *
     * @param track the track
     */
    public boolean contains(Track track) {
        return lanes.containsKey(track.id());
    }

    /**
     * {@return the id of the thread whose rows a track has: the first one in its lane, or the track itself}
     *
     * @param trackId id of the track
     */
    public long owner(long trackId) {
        Lane lane = lanes.get(trackId);
        return lane == null ? trackId : lane.owner;
    }

    /**
     * {@return the name of a track, or of its lane, in viewers}
     *
     * @param track the track
     * @param isStream whether it is shown as a stream of a device
     */
    public String name(Track track, boolean isStream) {
        Lane lane = lanes.get(track.id());
        return lane == null ? TrackRows.name(track, isStream) : nameOfAll() + " lane " + lane.number;
    }

    /** {@return the name of all lanes together, for viewers that show rows of one name as one} */
    public String nameOfAll() {
        return "virtual threads (" + lanes.size() + ")";
    }
}
