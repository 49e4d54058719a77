package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.rows.Launchers;
import io.stepprofiler.trace.EventRef;
import io.stepprofiler.trace.Trace;
import org.jspecify.annotations.Nullable;

/** Which event on a thread caused which work on devices, and what the work is charged to. */
final class Launches {
    /**
     * What caused some work.
     *
     * @param event the event
     * @param externalId id of the event that the work is charged to
     */
    record Launch(EventRef event, long externalId) {
        boolean isAt(int otherTrack, int otherEvent) {
            return event.track() == otherTrack && event.event() == otherEvent;
        }
    }

    private final Launchers launchers;
    private final Trees trees;

    Launches(Trace trace, Trees trees) {
        this.launchers = new Launchers(trace, track -> Processes.device(track).isPresent());
        this.trees = trees;
    }

    @Nullable
    Launch with(long correlation) {
        EventRef event = launchers.with(correlation);
        return event == null ? null : new Launch(event, trees.of(event.track()).launcherId(event.event()));
    }
}
