package io.stepprofiler.analysis.window;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events of threads with their enclosing events. Takes 4 bytes for each event of the threads of queried events. Used by
 * one thread.
 */
final class HostEvents {
    private final Trace trace;
    private final Map<Integer, int[]> parents = new HashMap<>();

    HostEvents(Trace trace) {
        this.trace = trace;
    }

    private Track track(EventRef event) {
        return trace.tracks().get(event.track());
    }

    private int parent(EventRef at, int event) {
        return parents.computeIfAbsent(at.track(), any -> Nesting.finishedParents(track(at)))[event];
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
