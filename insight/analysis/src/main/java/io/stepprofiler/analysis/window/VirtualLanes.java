package io.stepprofiler.analysis.window;

import io.stepprofiler.trace.Track;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Lanes for the unnamed virtual threads of a trace, of which there may be thousands, each with one task: a lane has one
 * thread at a time, from its first event to its last. There are as many lanes as threads that are active at once. Few
 * threads, and threads with steps, have rows of their own.
 */
public final class VirtualLanes {
    /** Maximum number of virtual threads with rows of their own. */
    private static final int MOST_APART = 8;

    /** Names that the recorder gives unnamed virtual threads. */
    private static final Pattern NAME = Pattern.compile("virtual-\\d+");

    /** A lane, with its number from 1, its first thread, and when its last thread so far ends. */
    private record Lane(int number, long owner, long endNanos) {}

    private final Map<Long, Lane> lanes = new HashMap<>();
    private final PriorityQueue<Lane> all = new PriorityQueue<>(Comparator.comparingLong(Lane::endNanos));

    /**
     * Assigns threads to lanes.
     *
     * @param tracks the tracks that are shown
     * @param stepping ids of the tracks with steps
     */
    public VirtualLanes(List<Track> tracks, Set<Long> stepping) {
        List<Track> threads = tracks.stream()
                .filter(track -> track.isThread() && !stepping.contains(track.id()))
                .filter(track -> NAME.matcher(track.name()).matches())
                .sorted(Comparator.comparingLong(VirtualLanes::start))
                .toList();
        for (Track thread : threads.size() > MOST_APART ? threads : List.<Track>of()) {
            Lane first = all.peek();
            Lane lane = first == null || first.endNanos > start(thread)
                    ? new Lane(all.size() + 1, thread.id(), end(thread))
                    : new Lane(all.remove().number, first.owner, end(thread));
            all.add(lane);
            lanes.put(thread.id(), lane);
        }
    }

    private static long start(Track track) {
        return track.size() == 0 ? Long.MIN_VALUE : track.startNanos(0);
    }

    private static long end(Track track) {
        return IntStream.range(0, track.size())
                .mapToLong(i -> track.startNanos(i) + track.durationNanos(i))
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /** {@return the numbers of threads in lanes and of lanes, by their names in files; empty if there are none} */
    public SortedMap<String, Long> counts() {
        return lanes.isEmpty()
                ? new TreeMap<>()
                : new TreeMap<>(Map.of("virtualThreads", (long) lanes.size(), "virtualThreadLanes", (long) all.size()));
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
     * {@return the name of a track's lane, or another name if it is in none}
     *
     * @param track the track
     * @param otherwise the other name
     */
    public String name(Track track, String otherwise) {
        Lane lane = lanes.get(track.id());
        return lane == null ? otherwise : nameOfAll() + " lane " + lane.number;
    }

    /** {@return the name of all lanes together, for viewers that show rows of one name as one} */
    public String nameOfAll() {
        return "virtual threads (" + lanes.size() + ")";
    }
}
