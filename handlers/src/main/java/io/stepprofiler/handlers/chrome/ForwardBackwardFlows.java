package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.EventRef;
import io.stepprofiler.trace.ForwardBackward;
import io.stepprofiler.trace.Trace;
import java.util.List;

/** Which arrows begin and end at which operations: one arrow a forward operation, with an end for each backward one. */
final class ForwardBackwardFlows {
    /** In place of an arrow where there is none. */
    static final int NONE = 0;

    private final int[][] starts;
    private final int[][] ends;

    ForwardBackwardFlows(Trace trace) {
        starts = new int[trace.tracks().size()][];
        ends = new int[trace.tracks().size()][];
        for (int i = 0; i < starts.length; i++) {
            boolean linked = trace.tracks().get(i).hasSequenceNumbers();
            starts[i] = new int[linked ? trace.tracks().get(i).size() : 0];
            ends[i] = starts[i].clone();
        }
        List<ForwardBackward.Link> links = ForwardBackward.links(trace);
        int last = NONE;
        for (ForwardBackward.Link link : links) {
            EventRef forward = link.forward();
            if (starts[forward.track()][forward.event()] == NONE) {
                starts[forward.track()][forward.event()] = ++last;
            }
            EventRef backward = link.backward();
            ends[backward.track()][backward.event()] = starts[forward.track()][forward.event()];
        }
    }

    /** The arrow that begins at an operation, from 1. */
    int from(int track, int event) {
        return starts[track].length == 0 ? NONE : starts[track][event];
    }

    /** The arrow that ends at an operation, from 1. */
    int to(int track, int event) {
        return ends[track].length == 0 ? NONE : ends[track][event];
    }
}
