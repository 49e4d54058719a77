package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;

/** Enclosing events of each event of one track, visited in order; holds only the open ones. */
final class EnclosingEvents {
    /** Id for work on devices that is charged to no event, as TensorBoard's plugin understands it. */
    private static final long NO_LAUNCHER = 0;

    /** Facts that hold inside an event, or outside all. */
    private record Inside(int module, int path, int launcher) {}

    private static final Inside NOTHING = new Inside(Nesting.ROOT, Modules.NO_PATH, Nesting.ROOT);

    private final Trace trace;
    private final Track track;
    private final long firstId;
    private final EventTemplates names;
    private final Modules known;
    private final Nesting nesting;
    private final List<Inside> inside = new ArrayList<>(List.of(NOTHING));
    private Inside around = NOTHING;
    private int launcher = Nesting.ROOT;
    private int next;

    EnclosingEvents(Trace trace, int index, EventTemplates names, Modules known) {
        this.trace = trace;
        this.names = names;
        this.known = known;
        track = trace.tracks().get(index);
        firstId = trace.eventId(index, 0);
        nesting = Nesting.of(track);
    }

    /** The event of the innermost module around an event, or {@link Nesting#ROOT}; events must be visited in order. */
    int module(int event) {
        goTo(event);
        return around.module();
    }

    /** The path of the modules around an event, or {@link Modules#NO_PATH}. */
    int path(int event) {
        goTo(event);
        return around.path();
    }

    /** The id of the innermost event around an event, or of itself, that work on devices can be charged to; or 0. */
    long launcherId(int event) {
        goTo(event);
        return launcher == Nesting.ROOT ? NO_LAUNCHER : firstId + launcher;
    }

    private void goTo(int event) {
        while (next <= event) {
            enter(next++);
        }
    }

    private void enter(int event) {
        nesting.next();
        int level = nesting.level();
        around = inside.get(level);
        int nameId = track.nameId(event);
        boolean isModule = trace.kind(nameId) == EventKind.MODULE;
        launcher = names.of(nameId).category().launches() ? event : around.launcher();
        if (track.isAsync(event)) {
            // No event is nested in it.
            return;
        }
        boolean isNew = isModule || launcher != around.launcher();
        Inside here = !isNew
                ? around
                : new Inside(
                        isModule ? event : around.module(),
                        isModule ? known.pathInside(around.path(), nameId) : around.path(),
                        launcher);
        if (inside.size() == level + 1) {
            inside.add(here);
        } else {
            inside.set(level + 1, here);
        }
    }
}
