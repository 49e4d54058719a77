package io.stepprofiler.analysis.window;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.EventRef;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events of threads with what is around them. Takes 4 bytes for each event of the threads that are asked about. Used by
 * one thread.
 */
final class HostEvents {
    private static final String NAMESPACE = "::";

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
     * What called the runtime of the device: the outermost operation of a framework in the innermost scope, or that scope;
     * the event itself if nothing is around it.
     */
    String operation(EventRef at) {
        String found = "";
        for (int event = at.event(); event != Nesting.ROOT; event = parent(at, event)) {
            String name = track(at).eventName(event);
            if (kind(at, event) != EventKind.RUNTIME) {
                if (!name.contains(NAMESPACE)) {
                    return found.isEmpty() ? name : found;
                }
                found = name;
            }
        }
        return found.isEmpty() ? track(at).eventName(at.event()) : found;
    }

    /** Where it was called, innermost frame first, as far as it or what is around it knows; empty if not known. */
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
