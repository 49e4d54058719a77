package io.stepprofiler.handlers.memory;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;

/** Where memory was allocated: in which scopes, from which call stack. */
final class Origins {
    static final int NO_STACK = -1;

    private final Trace trace;
    private final Surroundings surroundings;
    private final ScopePaths paths;

    Origins(Trace trace, Surroundings surroundings) {
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

    /** The call stack of a memory event, else that of the innermost event around it that has one. */
    int stack(int memoryEvent) {
        int own = trace.memory().stackId(memoryEvent);
        int event = surroundings.innermost(memoryEvent);
        if (own >= 0 || event == Surroundings.NONE) {
            return own;
        }
        TrackTree tree = surroundings.trees().get(surroundings.track(memoryEvent));
        Track track = tree.track();
        while (track.hasStacks() && event != TrackTree.ROOT) {
            if (track.stackId(event) >= 0) {
                return track.stackId(event);
            }
            event = tree.parent(event);
        }
        return NO_STACK;
    }

    /** The innermost frame of a stack; empty if there is none. */
    String stackTop(int stack) {
        return stack < 0 || trace.stack(stack).isEmpty()
                ? ""
                : trace.stack(stack).get(0).toString();
    }
}
