package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.rows.Launchers;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Causes of work on devices: the launching event on a thread, and the event that the work is charged to. */
final class Launches {
    /**
     * Cause of work on a device.
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
    private final Map<EventRef, Launch> byEvent = new HashMap<>();

    Launches(Trace trace, Launchers launchers, EventTemplates names, Modules modules) {
        this.launchers = launchers;
        int track = -1;
        EnclosingEvents surroundings = null;
        for (EventRef event : launchers.inOrder()) {
            if (surroundings == null || event.track() != track) {
                track = event.track();
                surroundings = new EnclosingEvents(trace, track, names, modules);
            }
            byEvent.put(event, new Launch(event, surroundings.launcherId(event.event())));
        }
    }

    @Nullable
    Launch with(long correlation) {
        EventRef event = launchers.with(correlation);
        return event == null ? null : byEvent.get(event);
    }
}
