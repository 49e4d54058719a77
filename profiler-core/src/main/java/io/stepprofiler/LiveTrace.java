package io.stepprofiler;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Trace of live allocations: each with its call stack, inside the events that were open at the allocation. */
final class LiveTrace {
    private final TraceBuilder trace;
    private final List<MemoryEvent> alive = new ArrayList<>();

    LiveTrace(TraceBuilder trace) {
        this.trace = trace;
    }

    /** Adds an allocation, whose stack id belongs to the trace. */
    void add(MemoryEvent allocation) {
        alive.add(allocation);
    }

    /** Adds the live allocations of a window, except for the known addresses. */
    void addAliveIn(Trace window, Set<LiveMemory.Address> known) {
        MemoryEvents memory = window.memory();
        Map<LiveMemory.Address, MemoryEvent> seen = new LinkedHashMap<>();
        for (int i = 0; i < memory.size(); i++) {
            LiveMemory.Address address = new LiveMemory.Address(memory.device(i), memory.address(i));
            MemoryCategory category = memory.category(i);
            if (memory.action(i) == MemoryAction.ALLOCATE && memory.counterpart(i) < 0 && !known.contains(address)) {
                seen.put(address, withStack(memory.event(i), window));
            } else if (memory.action(i) == MemoryAction.CATEGORIZE) {
                seen.computeIfPresent(address, (same, allocation) -> allocation.withCategory(category));
            }
        }
        alive.addAll(seen.values());
    }

    private MemoryEvent withStack(MemoryEvent allocation, Trace window) {
        int stack = allocation.stackId();
        return stack < 0 ? allocation : allocation.withStack(trace.stackId(window.stack(stack)));
    }

    /** Adds the allocations to the trace, in order of time. */
    void finish() {
        alive.sort(Comparator.comparingLong(MemoryEvent::nanos));
        alive.forEach(trace::memory);
    }

    /** Adds the allocations to the trace, and the window's events around them, with their durations so far. */
    void finishIn(Trace window) {
        finish();
        Map<Long, List<MemoryEvent>> byThread = new HashMap<>();
        for (MemoryEvent each : alive) {
            byThread.computeIfAbsent(each.trackId(), id -> new ArrayList<>()).add(each);
        }
        for (Track track : window.tracks()) {
            List<MemoryEvent> allocations = byThread.get(track.id());
            if (allocations != null) {
                copy(track, around(track, allocations), window);
            }
        }
    }

    private static BitSet around(Track track, List<MemoryEvent> allocations) {
        BitSet around = new BitSet(track.size());
        Nesting nesting = Nesting.of(track);
        for (MemoryEvent allocation : allocations) {
            OpenEvents open = nesting.openAt(allocation.nanos());
            for (int place = 0; place < open.depth(); place++) {
                around.set(open.event(place));
            }
        }
        return around;
    }

    private void copy(Track track, BitSet events, Trace window) {
        TrackBuilder copy = trace.thread(track.id(), track.name());
        for (int i = events.nextSetBit(0); i >= 0; i = events.nextSetBit(i + 1)) {
            int name = track.nameId(i);
            copy.add(
                    trace.nameId(window.name(name), window.kind(name), window.moduleType(name)),
                    track.startNanos(i),
                    track.durationNanos(i));
        }
    }
}
