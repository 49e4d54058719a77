package io.stepprofiler.analysis.stacktree;

import io.stepprofiler.event.SampleKind;
import io.stepprofiler.nesting.SelfTimes;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Adds up values of a trace by stack, without unfinished events. */
public final class StackValues {
    private final Trace trace;
    private final StackPlaces places;
    private final Placement placement;
    private long withoutStack;

    /**
     * Adds to a tree.
     *
     * @param trace the trace
     * @param places the places in the tree
     * @param placement the places of events and moments
     */
    public StackValues(Trace trace, StackPlaces places, Placement placement) {
        this.trace = trace;
        this.places = places;
        this.placement = placement;
    }

    /** {@return the sum of the values without a place in the tree, in the unit of the values} */
    public long withoutStack() {
        return withoutStack;
    }

    /** Adds the self times of the events on threads, in nanoseconds. */
    public void addSelfTimes() {
        addOfThreads(SelfTimes::of);
    }

    /** Adds the number of events on threads, without markers, tasks and frames, which belong to no thread. */
    public void addCounts() {
        addOfThreads(this::ones);
    }

    private void addOfThreads(Function<Track, long[]> values) {
        for (Track track : trace.tracks()) {
            if (track.isThread()) {
                add(placement.ofEvents(track), values.apply(track));
            }
        }
    }

    private long[] ones(Track track) {
        long[] ones = new long[track.size()];
        for (int i = 0; i < ones.length; i++) {
            boolean counts =
                    !track.isUnfinished(i) && !trace.kind(track.nameId(i)).isAsync();
            ones[i] = counts ? 1 : 0;
        }
        return ones;
    }

    /** Adds the time of work on devices in nanoseconds, inside the events that caused it. */
    public void addDeviceTimes() {
        Map<Long, Integer> causes = placesByCorrelation();
        for (Track track : trace.tracks()) {
            if (track.device().isPresent()) {
                int[] own = placement.ofEvents(track);
                for (int i = 0; i < track.size(); i++) {
                    if (!track.isUnfinished(i) && trace.kind(track.nameId(i)).isDeviceWork()) {
                        Integer cause = causes.get(track.correlation(i));
                        add(cause == null ? own[i] : places.inside(cause, track.nameId(i)), track.durationNanos(i));
                    }
                }
            }
        }
    }

    /** Places of events by correlation id; of several events with one id, the last to begin, which is the innermost. */
    private Map<Long, Integer> placesByCorrelation() {
        Map<Long, Integer> causes = new HashMap<>();
        for (Track track : trace.tracks()) {
            if (track.isThread()) {
                int[] own = placement.ofEvents(track);
                for (int i = 0; i < track.size(); i++) {
                    if (track.correlation(i) >= 0 && !track.isUnfinished(i)) {
                        causes.put(track.correlation(i), own[i]);
                    }
                }
            }
        }
        return causes;
    }

    /**
     * Adds memory events.
     *
     * @param counts whether an event counts, by index
     * @param value the value of each, by index
     */
    public void addMemory(IntPredicate counts, IntToLongFunction value) {
        Map<Long, Track> tracks = tracksById();
        Map<Long, Placement.Moments> moments = new HashMap<>();
        MemoryEvents memory = trace.memory();
        for (int i = 0; i < memory.size(); i++) {
            if (counts.test(i)) {
                int place = moments.computeIfAbsent(memory.trackId(i), id -> placement.ofAllocations(track(tracks, id)))
                        .at(memory.nanos(i), memory.stackId(i));
                add(place, value.applyAsLong(i));
            }
        }
    }

    /**
     * Adds samples.
     *
     * @param counts whether samples of a kind count
     * @param value the value of each, by index
     */
    public void addSamples(Predicate<SampleKind> counts, IntToLongFunction value) {
        Map<Long, Track> tracks = tracksById();
        Map<Long, Placement.Moments> moments = new HashMap<>();
        StackSamples samples = trace.samples();
        for (int i = 0; i < samples.size(); i++) {
            if (counts.test(samples.kind(i))) {
                int place = moments.computeIfAbsent(samples.trackId(i), id -> placement.ofSamples(track(tracks, id)))
                        .at(samples.nanos(i), samples.stackId(i));
                add(place, value.applyAsLong(i));
            }
        }
    }

    private Map<Long, Track> tracksById() {
        return trace.tracks().stream().collect(Collectors.toMap(Track::id, track -> track));
    }

    /** A sample or a memory event can be on a thread that recorded no event. */
    private static Track track(Map<Long, Track> tracks, long id) {
        Track known = tracks.get(id);
        return known == null ? Track.empty(id, "thread " + id) : known;
    }

    private void add(int[] at, long[] values) {
        for (int i = 0; i < at.length; i++) {
            add(at[i], values[i]);
        }
    }

    private void add(int place, long value) {
        if (place == StackPlaces.NOWHERE) {
            withoutStack += value;
        } else {
            places.tree().add(place, value);
        }
    }
}
