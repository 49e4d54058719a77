package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.List;

/** Events of threads with their enclosing events. Used by one thread at a time. */
final class HostEvents {
    private final WindowWalk walk;
    private final Trace trace;

    HostEvents(WindowWalk walk) {
        this.walk = walk;
        trace = walk.trace();
    }

    private Track track(EventRef event) {
        return trace.tracks().get(event.track());
    }

    private int parent(EventRef at, int event) {
        return walk.parents(at.track())[event];
    }

    private EventKind kind(EventRef at, int event) {
        return trace.kind(track(at).nameId(event));
    }

    /**
     * Returns the caller of a runtime call: the outermost operation of a framework in the innermost scope, or that
     * scope; the event itself if it has no enclosing event.
     */
    String operation(EventRef at) {
        String found = "";
        for (int event = at.event(); event != Nesting.ROOT; event = parent(at, event)) {
            String name = track(at).eventName(event);
            if (kind(at, event) != EventKind.RUNTIME) {
                if (!Frameworks.hasNamespace(name)) {
                    return found.isEmpty() ? name : found;
                }
                found = name;
            }
        }
        return found.isEmpty() ? track(at).eventName(at.event()) : found;
    }

    /** Returns the call stack of the event or of the innermost enclosing event that has one; empty if none has. */
    List<StackTraceElement> stack(EventRef at) {
        for (int event = at.event(); event != Nesting.ROOT; event = parent(at, event)) {
            int stack = track(at).stackId(event);
            if (stack >= 0) {
                return trace.stack(stack);
            }
        }
        return List.of();
    }
}
