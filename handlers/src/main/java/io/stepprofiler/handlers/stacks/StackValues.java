package io.stepprofiler.handlers.stacks;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.nesting.SelfTimes;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Adds up a metric of a trace stack by stack, leaving events without an end out. */
final class StackValues {
    private final Trace trace;
    private final StackFrames frames;
    private final EventStacks stacks;
    private final StackTree tree;
    private long withoutStack;

    StackValues(Trace trace, StackFrames frames, FrameTable table, StackTree tree) {
        this.trace = trace;
        this.tree = tree;
        this.frames = frames;
        stacks = new EventStacks(trace, frames, table, tree);
    }

    void add(StackMetric metric) {
        switch (metric) {
            case SELF_CPU_TIME -> addOfThreads(SelfTimes::of);
            case COUNT -> addOfThreads(StackValues::ones);
            case SELF_DEVICE_TIME -> addDeviceTimes();
            case ALLOCATED_BYTES -> addAllocations();
            case SAMPLED_TIME, SAMPLED_CPU_TIME, SAMPLED_ALLOCATED_BYTES -> addSamples(metric);
        }
    }

    /** Sum of what could not be added anywhere, in the unit in which values are gathered. */
    long withoutStack() {
        return withoutStack;
    }

    /** The self times of one track. */
    void addSelfTimes(Track track) {
        add(stacks.ofEvents(track), SelfTimes.of(track));
    }

    private interface Values {
        long[] of(Track track);
    }

    private void addOfThreads(Values values) {
        for (Track track : trace.tracks()) {
            if (track.isThread()) {
                add(stacks.ofEvents(track), values.of(track));
            }
        }
    }

    private static long[] ones(Track track) {
        long[] ones = new long[track.size()];
        for (int i = 0; i < ones.length; i++) {
            ones[i] = track.isUnfinished(i) ? 0 : 1;
        }
        return ones;
    }

    private void addDeviceTimes() {
        Map<Long, Integer> causes = placesByCorrelation();
        for (Track track : trace.tracks()) {
            if (track.device().isPresent()) {
                int[] own = stacks.ofEvents(track);
                for (int i = 0; i < track.size(); i++) {
                    if (!track.isUnfinished(i) && trace.kind(track.nameId(i)).isDeviceWork()) {
                        Integer cause = causes.get(track.correlation(i));
                        add(cause == null ? own[i] : stacks.inside(cause, track.nameId(i)), track.durationNanos(i));
                    }
                }
            }
        }
    }

    /** Of several events with one number the one that began last, which is the innermost. */
    private Map<Long, Integer> placesByCorrelation() {
        Map<Long, Integer> places = new HashMap<>();
        for (Track track : trace.tracks()) {
            if (track.isThread()) {
                int[] own = stacks.ofEvents(track);
                for (int i = 0; i < track.size(); i++) {
                    if (track.correlation(i) >= 0 && !track.isUnfinished(i)) {
                        places.put(track.correlation(i), own[i]);
                    }
                }
            }
        }
        return places;
    }

    private void addAllocations() {
        Map<Long, Track> tracks = tracksById();
        Map<Long, Place> places = new HashMap<>();
        MemoryEvents memory = trace.memory();
        for (int i = 0; i < memory.size(); i++) {
            if (memory.action(i) == MemoryAction.ALLOCATE) {
                int place = places.computeIfAbsent(memory.trackId(i), id -> placesOfAllocations(track(tracks, id)))
                        .at(memory.nanos(i), memory.stackId(i));
                add(place, memory.bytes(i));
            }
        }
    }

    private void addSamples(StackMetric metric) {
        Map<Long, Track> tracks = tracksById();
        Map<Long, Place> places = new HashMap<>();
        StackSamples samples = trace.samples();
        for (int i = 0; i < samples.size(); i++) {
            if (metric.counts(samples.kind(i))) {
                int place = places.computeIfAbsent(samples.trackId(i), id -> placesOfSamples(track(tracks, id)))
                        .at(samples.nanos(i), samples.stackId(i));
                add(place, samples.weight(i));
            }
        }
    }

    /** The place of what happens on one track, at instants that never go back; the id of no call stack is -1. */
    private interface Place {
        int at(long nanos, int stackId);
    }

    /** The code that runs is the sample's own. */
    private Place placesOfSamples(Track track) {
        return frames == StackFrames.CALLS ? (nanos, stackId) -> stacks.ofStack(stackId) : stacks.ofMoments(track)::at;
    }

    /** An allocation stands inside the event that asked for it, if there is one with calls. */
    private Place placesOfAllocations(Track track) {
        if (frames != StackFrames.CALLS) {
            return stacks.ofMoments(track)::at;
        }
        Nesting nesting = Nesting.ofFinished(track);
        int[] ofEvents = stacks.ofEvents(track);
        return (nanos, stackId) -> {
            int event = nesting.innermostAt(nanos);
            int place = event == Nesting.ROOT ? EventStacks.NOWHERE : ofEvents[event];
            return place == EventStacks.NOWHERE ? stacks.ofStack(stackId) : place;
        };
    }

    private Map<Long, Track> tracksById() {
        return trace.tracks().stream().collect(Collectors.toMap(Track::id, track -> track));
    }

    /** Something may be known to have happened on a thread that recorded no event. */
    private static Track track(Map<Long, Track> tracks, long id) {
        Track known = tracks.get(id);
        return known == null ? Track.empty(id, "thread " + id) : known;
    }

    private void add(int[] places, long[] values) {
        for (int i = 0; i < places.length; i++) {
            add(places[i], values[i]);
        }
    }

    private void add(int place, long value) {
        if (place == EventStacks.NOWHERE) {
            withoutStack += value;
        } else {
            tree.add(place, value);
        }
    }
}
