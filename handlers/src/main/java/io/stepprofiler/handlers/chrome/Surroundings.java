package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.EventKind;
import io.stepprofiler.trace.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;

/** What each event of one track is inside of. */
final class Surroundings {
    /** In place of an id where work on devices is charged to nothing, as TensorBoard's plugin understands it. */
    private static final long NO_LAUNCHER = 0;

    private final long firstId;
    private final int[] modules;
    private final int[] paths;
    private final int[] launchers;

    Surroundings(Trace trace, int index, EventNames names, Modules known) {
        Track track = trace.tracks().get(index);
        firstId = trace.eventId(index, 0);
        int[] parents = Nesting.parents(track);
        modules = new int[parents.length];
        paths = new int[parents.length];
        launchers = new int[parents.length];
        for (int event = 0; event < parents.length; event++) {
            int parent = parents[event];
            boolean root = parent == Nesting.ROOT;
            boolean inModule = !root && trace.kind(track.nameId(parent)) == EventKind.MODULE;
            modules[event] = inModule ? parent : root ? Nesting.ROOT : modules[parent];
            int outer = root ? Modules.NO_PATH : paths[parent];
            paths[event] = inModule ? known.pathInside(outer, track.nameId(parent)) : outer;
            boolean launches = names.of(track.nameId(event)).category().launches();
            launchers[event] = launches ? event : root ? Nesting.ROOT : launchers[parent];
        }
    }

    /** The event of the innermost module around an event, or {@link Nesting#ROOT}. */
    int module(int event) {
        return modules[event];
    }

    /** The path of the modules around an event, or {@link Modules#NO_PATH}. */
    int path(int event) {
        return paths[event];
    }

    /** The id of the innermost event around an event, or of itself, that work on devices can be charged to; or 0. */
    long launcherId(int event) {
        return launchers[event] == Nesting.ROOT ? NO_LAUNCHER : firstId + launchers[event];
    }
}
