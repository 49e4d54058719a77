package io.stepprofiler.analysis.memory;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.Map;

/** Scopes and call stacks in which memory was allocated. */
final class Origins {
    static final int NO_STACK = -1;

    private final Trace trace;
    private final MemoryEventContext surroundings;
    private final ScopePaths paths;
    private final Map<Integer, int[]> stacks = new HashMap<>();

    Origins(Trace trace, MemoryEventContext surroundings) {
        this.trace = trace;
        this.surroundings = surroundings;
        paths = new ScopePaths(trace, surroundings.trees());
    }

    /** The path of scopes that a memory event happened in. */
    int path(int memoryEvent) {
        return paths.of(surroundings.track(memoryEvent), surroundings.innermost(memoryEvent));
    }

    String pathText(int path) {
        return paths.text(path);
    }

    /** The call stack of a memory event, or of the innermost event around it that has one. */
    int stack(int memoryEvent) {
        int own = trace.memory().stackId(memoryEvent);
        int event = surroundings.innermost(memoryEvent);
        if (own >= 0 || event == MemoryEventContext.NONE) {
            return own;
        }
        return stacks.computeIfAbsent(surroundings.track(memoryEvent), this::stacksOfEvents)[event];
    }

    /**
     * Call stacks of all events of a track at once: a search around each event takes long if they are deeply nested.
     */
    private int[] stacksOfEvents(int trackIndex) {
        TrackTree tree = surroundings.trees().get(trackIndex);
        Track track = tree.track();
        int[] found = new int[track.size()];
        for (int i = 0; i < found.length; i++) {
            int own = track.stackId(i);
            int inherited = tree.parent(i) == TrackTree.ROOT ? NO_STACK : found[tree.parent(i)];
            found[i] = own >= 0 ? own : inherited;
        }
        return found;
    }

    /** The innermost frame of a stack; empty if there is none. */
    String stackTop(int stack) {
        return stack < 0 || trace.stack(stack).isEmpty()
                ? ""
                : trace.stack(stack).get(0).toString();
    }
}
