package io.stepprofiler.handlers.rows;

import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.trace.Trace;
import java.util.List;

/** Arrows between operations: one for each forward operation, with an end at each of its backward operations. */
public final class ForwardBackwardFlows {
    /** Returned if there is no arrow. */
    public static final int NONE = 0;

    private final int[][] starts;
    private final int[][] ends;
    /** Operations at which arrows begin, by arrow. */
    private final EventRef[] forwards;

    private final Trace trace;

    /**
     * Finds the arrows of a trace.
     *
     * @param trace the trace
     */
    public ForwardBackwardFlows(Trace trace) {
        this.trace = trace;
        starts = new int[trace.tracks().size()][];
        ends = new int[trace.tracks().size()][];
        for (int i = 0; i < starts.length; i++) {
            boolean linked = trace.tracks().get(i).hasSequenceNumbers();
            starts[i] = new int[linked ? trace.tracks().get(i).size() : 0];
            ends[i] = starts[i].clone();
        }
        List<ForwardBackward.Link> links = ForwardBackward.links(trace);
        int last = NONE;
        forwards = new EventRef[links.size() + 1];
        for (ForwardBackward.Link link : links) {
            EventRef forward = link.forward();
            if (isApart(forward) || isApart(link.backward())) {
                continue;
            }
            if (starts[forward.track()][forward.event()] == NONE) {
                starts[forward.track()][forward.event()] = ++last;
                forwards[last] = forward;
            }
            EventRef backward = link.backward();
            ends[backward.track()][backward.event()] = starts[forward.track()][forward.event()];
        }
    }

    /** True for a marker, a task or a frame; viewers draw no arrows at these. */
    private boolean isApart(EventRef event) {
        int nameId = trace.tracks().get(event.track()).nameId(event.event());
        return trace.kind(nameId).isAsync();
    }

    /**
     * {@return the id, in all files of the trace, of the operation at which an arrow begins}
     *
     * @param flow the arrow
     */
    public long forwardId(int flow) {
        return trace.eventId(forwards[flow].track(), forwards[flow].event());
    }

    /**
     * {@return the operation at which an arrow begins}
     *
     * @param flow the arrow
     */
    public EventRef forward(int flow) {
        return forwards[flow];
    }

    /**
     * {@return the arrow that begins at an operation, from 1}
     *
     * @param track index of its track
     * @param event its index on it
     */
    public int from(int track, int event) {
        return starts[track].length == 0 ? NONE : starts[track][event];
    }

    /**
     * {@return the arrow that ends at an operation, from 1}
     *
     * @param track index of its track
     * @param event its index on it
     */
    public int to(int track, int event) {
        return ends[track].length == 0 ? NONE : ends[track][event];
    }
}
