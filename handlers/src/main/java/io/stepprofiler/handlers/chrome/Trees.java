package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.Trace;
import org.jspecify.annotations.Nullable;

/** What the events of each track are inside of, worked out when it is first asked for. */
final class Trees {
    private final Trace trace;
    private final EventNames names;
    private final Modules modules;
    private final @Nullable Surroundings[] known;

    Trees(Trace trace, EventNames names, Modules modules) {
        this.trace = trace;
        this.names = names;
        this.modules = modules;
        this.known = new Surroundings[trace.tracks().size()];
    }

    Surroundings of(int track) {
        Surroundings result = known[track];
        if (result == null) {
            result = new Surroundings(trace, track, names, modules);
            known[track] = result;
        }
        return result;
    }
}
