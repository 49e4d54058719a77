package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.EventRef;
import io.stepprofiler.trace.ForwardBackward;
import io.stepprofiler.trace.Trace;
import java.util.List;

/** Which arrows begin and end at which operations: one arrow a forward operation, with an end for each backward one. */
public final class ForwardBackwardFlows {
    /** In place of an arrow where there is none. */
    public static final int NONE = 0;

    private final int[][] starts;
    private final int[][] ends;
    /** By arrow the operation at which it begins. */
    private final EventRef[] forwards;

    private final Trace trace;

    /**
     * Finds them.
     *
     * @param trace where
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

    /** Whether it is a marker, a task or a frame, on which viewers have no arrows. */
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
