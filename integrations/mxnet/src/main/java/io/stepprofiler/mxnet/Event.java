package io.stepprofiler.mxnet;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;

/**
 * Work of one thread, without a domain; several threads may be in it at once. Recorded while the profiler runs and does
 * not pause, as a scope of its thread. Never throws; for any thread, each of which ends what it has begun itself.
 */
public final class Event {
    private final Label label;

    private final OpenTokens open = new OpenTokens();

    private Event(Label label) {
        this.label = label;
    }

    /**
     * {@return the event called so}
     *
     * @param name its name
     */
    public static Event of(String name) {
        Profiler.load();
        return new Event(Label.of(name));
    }

    /** Begins it on the calling thread, once more if it has begun before. */
    public void start() {
        open.begin(() -> Scope.begin(label));
    }

    /** Ends what the calling thread has begun last; does nothing if nothing was. */
    public void stop() {
        Scope.end(open.endOwn());
    }
}
