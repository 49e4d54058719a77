package io.stepprofiler.handlers.executiontrace;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The events and steps of one thread in the order in which they began, outer ones first; they are taken one by one, and each
 * gets the id of a node when it is. Waits, and what the virtual machine does, are left out as if they were not there: they are
 * no operators, and when they occur differs from run to run.
 */
final class HostThread {
    private final int index;
    private final Track track;
    /** Events and steps alike as events, so that one rule nests them all. */
    private final Track items;
    /** For each item the index of the event on the track, or the complement of the step's in the trace. */
    private final int[] origins;

    private final int[] parents;
    private final long[] ids;
    private final int leftOut;
    private long id;
    private int next;
    private int lastBegun = Nesting.ROOT;

    /**
     * A thread of which nothing has been taken.
     *
     * @param index the track's index in the trace
     * @param track its events
     * @param steps the indices of its steps in the trace, in the order of their starts, longer ones first
     */
    HostThread(Trace trace, int index, Track track, List<Integer> steps) {
        this.index = index;
        this.track = track;
        int[] events = operators(trace);
        leftOut = track.size() - events.length;
        origins = new int[events.length + steps.size()];
        items = merge(trace, events, steps);
        parents = Nesting.parents(items);
        ids = new long[origins.length];
    }

    private int[] operators(Trace trace) {
        return IntStream.range(0, track.size())
                .filter(event -> switch (trace.kind(track.nameId(event))) {
                    case WAIT, VIRTUAL_MACHINE, PROFILER -> false;
                    default -> true;
                })
                .toArray();
    }

    private Track merge(Trace trace, int[] events, List<Integer> steps) {
        TraceBuilder builder = new TraceBuilder();
        int name = builder.nameId("");
        TrackBuilder merged = builder.thread(track.id(), track.name()).reserve(origins.length);
        int next = 0;
        int step = 0;
        for (int i = 0; i < origins.length; i++) {
            if (step < steps.size()
                    && (next == events.length || isBefore(trace.steps().get(steps.get(step)), events[next]))) {
                StepMark mark = trace.steps().get(steps.get(step));
                origins[i] = ~steps.get(step);
                step++;
                merged.add(name, mark.startNanos(), mark.durationNanos());
            } else {
                int event = events[next++];
                origins[i] = event;
                merged.add(name, track.startNanos(event), track.durationNanos(event));
                if (track.isAsync(event)) {
                    merged.async(i);
                }
            }
        }
        return builder.build().tracks().get(0);
    }

    private boolean isBefore(StepMark step, int event) {
        int byStart = Long.compare(step.startNanos(), track.startNanos(event));
        return byStart < 0 || (byStart == 0 && step.durationNanos() >= track.durationNanos(event));
    }

    int index() {
        return index;
    }

    Track track() {
        return track;
    }

    /** The id of the thread's own node; 0 before it has one. */
    long id() {
        return id;
    }

    void id(long nodeId) {
        id = nodeId;
    }

    /** Number of events that are no operators. */
    int leftOut() {
        return leftOut;
    }

    boolean hasNext() {
        return next < origins.length;
    }

    /** When the next item begins. */
    long nextStart() {
        return items.startNanos(next);
    }

    /** The index of the next item's event on the track; if it is a step, the complement of the step's in the trace. */
    int nextOrigin() {
        return origins[next];
    }

    /** The id of the node that the next item is inside. */
    long nextParent() {
        return idOf(parents[next]);
    }

    void take(long nodeId) {
        ids[next] = nodeId;
        if (!items.isAsync(next)) {
            lastBegun = next;
        }
        next++;
    }

    /** The id of the innermost node of those taken that is still open: the last one, or one around it. */
    long innermostAt(long nanos) {
        int item = lastBegun;
        while (item != Nesting.ROOT && items.startNanos(item) + items.durationNanos(item) <= nanos) {
            item = parents[item];
        }
        return idOf(item);
    }

    private long idOf(int item) {
        return item == Nesting.ROOT ? id : ids[item];
    }
}
