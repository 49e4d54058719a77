package io.stepprofiler.handlers.executiontrace;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Events and steps of one thread in the order of their starts, outer ones first. They are taken one by one, and each
 * gets the id of its node when it is taken. Waits and events of the virtual machine and the profiler are left out: they
 * are no operators, and their times differ from run to run. Markers, tasks and frames are left out, because no operator
 * is nested in them.
 */
final class HostThread {
    private final int index;
    private final Track track;
    /** Index of each item's event on the track, or the complement of its step's index in the trace. */
    private final int[] origins;

    // Events and steps alike, so that one rule nests them all.
    private final long[] starts;
    private final long[] ends;
    private final int[] parents;
    private final BitSet async = new BitSet();

    private final long[] ids;
    private final int leftOut;

    /** The items that have been taken and are open. */
    private final OpenEvents open = new OpenEvents();

    private long id;
    private int next;

    /**
     * A thread without taken items.
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
        starts = new long[origins.length];
        ends = new long[origins.length];
        parents = new int[origins.length];
        ids = new long[origins.length];
        merge(trace, events, steps);
    }

    private int[] operators(Trace trace) {
        return IntStream.range(0, track.size())
                .filter(event -> switch (trace.kind(track.nameId(event))) {
                    case WAIT, VIRTUAL_MACHINE, PROFILER, MARKER, TASK, FRAME -> false;
                    default -> true;
                })
                .toArray();
    }

    private void merge(Trace trace, int[] events, List<Integer> steps) {
        OpenEvents nesting = new OpenEvents();
        int event = 0;
        int step = 0;
        for (int i = 0; i < origins.length; i++) {
            boolean isStep = step < steps.size()
                    && (event == events.length || isBefore(trace.steps().get(steps.get(step)), events[event]));
            origins[i] = isStep ? ~steps.get(step++) : events[event++];
            if (isStep) {
                StepMark mark = trace.steps().get(~origins[i]);
                starts[i] = mark.startNanos();
                ends[i] = mark.startNanos() + mark.durationNanos();
            } else {
                starts[i] = track.startNanos(origins[i]);
                ends[i] = starts[i] + track.durationNanos(origins[i]);
                async.set(i, track.isAsync(origins[i]));
            }
            parents[i] = async.get(i) ? OpenEvents.NONE : nesting.begin(i, starts[i], ends[i]);
        }
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
        return starts[next];
    }

    /** The index of the next item's event on the track; if it is a step, the complement of the step's in the trace. */
    int nextOrigin() {
        return origins[next];
    }

    /** The id of the node that encloses the next item. */
    long nextParent() {
        return idOf(parents[next]);
    }

    void take(long nodeId) {
        ids[next] = nodeId;
        if (!async.get(next)) {
            open.begin(next, starts[next], ends[next]);
        }
        next++;
    }

    /** The id of the innermost node that has been taken and is open; instants must not decrease. */
    long innermostAt(long nanos) {
        open.closeUntil(nanos);
        return idOf(open.innermost());
    }

    private long idOf(int item) {
        return item == OpenEvents.NONE ? id : ids[item];
    }
}
