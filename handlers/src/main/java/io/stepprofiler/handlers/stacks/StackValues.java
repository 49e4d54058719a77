package io.stepprofiler.handlers.stacks;

import io.stepprofiler.trace.MemoryAction;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.Map;

/** Adds up a metric of a trace stack by stack, leaving events without an end out. */
final class StackValues {
    private final Trace trace;
    private final EventStacks stacks;
    private final StackTree tree;
    private long withoutStack;

    StackValues(Trace trace, StackFrames kind, FrameTable frames, StackTree tree) {
        this.trace = trace;
        this.tree = tree;
        stacks = new EventStacks(trace, kind, frames, tree);
    }

    void add(StackMetric metric) {
        switch (metric) {
            case SELF_CPU_TIME -> addOfThreads(SelfTimes::of);
            case COUNT -> addOfThreads(StackValues::ones);
            case SELF_DEVICE_TIME -> addDeviceTimes();
            case ALLOCATED_BYTES -> addAllocations();
        }
    }

    /** What could not be added anywhere, in the unit in which values are gathered. */
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
        Map<Long, Allocator> allocators = new HashMap<>();
        trace.tracks().forEach(track -> allocators.put(track.id(), new Allocator(track)));
        MemoryEvents memory = trace.memory();
        for (int i = 0; i < memory.size(); i++) {
            if (memory.action(i) == MemoryAction.ALLOCATE) {
                Allocator allocator = allocators.get(memory.trackId(i));
                int place = allocator == null
                        ? stacks.ofTrack("thread " + memory.trackId(i))
                        : allocator.place(memory.nanos(i));
                int stack = memory.stackId(i);
                add(place == EventStacks.NOWHERE && stack >= 0 ? stacks.ofStack(stack) : place, memory.bytes(i));
            }
        }
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

    /** A track on which memory is allocated. */
    private final class Allocator {
        private final InnermostEvents innermost;
        private final int[] places;
        private final int outside;

        Allocator(Track track) {
            innermost = new InnermostEvents(track);
            places = stacks.ofEvents(track);
            outside = stacks.ofTrack(track.name());
        }

        int place(long nanos) {
            int event = innermost.at(nanos);
            return event == InnermostEvents.NONE ? outside : places[event];
        }
    }
}
