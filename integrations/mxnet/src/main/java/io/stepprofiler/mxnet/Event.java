package io.stepprofiler.mxnet;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;

/**
 * Work of one thread, without a domain; several threads may be in it at once. Recorded while the profiler runs and does
 * not pause, as a scope of its thread. Never throws; safe on any thread, but the thread that began an event must end
 * it.
 */
public final class Event extends TimedWork {
    /** Category in statistics of events, and of scopes. */
    static final String CATEGORY = "event";

    private Event(Label label) {
        super(CATEGORY, label.name(), () -> Scope.begin(label), Scope::end, false);
    }

    /**
     * {@return the event of a name}
     *
     * @param name its name
     */
    public static Event of(String name) {
        Profiler.load();
        return new Event(Label.of(name));
    }
}
