package io.stepprofiler.handlers.stacks;

import io.stepprofiler.analysis.stacktree.StackPlaces;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.stacktree.StackValues;
import io.stepprofiler.trace.Trace;

/** Kind of the frames of a stack. */
public enum StackFrames {
    /**
     * The recorded call stack of the event, and its name as the innermost frame. An event without a stack of its own
     * stands inside the event around it. Of a sample its call stack alone.
     */
    CALLS,
    /**
     * The thread, and the names of the events around the event and its own: needs no recorded stacks. Of a sample the
     * names of the events around it.
     */
    SCOPES,
    /**
     * The thread, the step, the names of the events around, and inside them the recorded call stack, if there is one;
     * for an event its own name is the innermost frame. The step is one of that thread, and is where it began: inside
     * the events that began before it.
     */
    SCOPES_AND_CALLS;

    /** Sums of values of a trace in a tree whose frames are of this kind. */
    StackValues values(Trace trace, FrameTable table, StackTree tree) {
        StackPlaces places = new StackPlaces(trace, table, tree);
        return new StackValues(trace, places, new EventStacks(trace, this, places));
    }
}
