package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which event on a thread caused which work on devices, found by their correlation. */
final class Launches {
    /**
     * What caused some work.
     *
     * @param track index of the track of the event
     * @param event its index on that track
     * @param externalId id of the event that the work is charged to
     */
    record Launch(int track, int event, long externalId) {
        boolean isAt(int otherTrack, int otherEvent) {
            return track == otherTrack && event == otherEvent;
        }
    }

    private final Trace trace;
    private final EventNames names;
    private final Modules modules;
    private final Map<Long, Launch> byCorrelation = new HashMap<>();

    Launches(Trace trace, EventNames names, Modules modules) {
        this.trace = trace;
        this.names = names;
        this.modules = modules;
        Set<Long> onDevices = correlationsOnDevices();
        for (int i = 0; i < trace.tracks().size() && !onDevices.isEmpty(); i++) {
            if (Processes.device(trace.tracks().get(i)).isEmpty()) {
                addAll(i, onDevices);
            }
        }
    }

    @Nullable
    Launch with(long correlation) {
        return byCorrelation.get(correlation);
    }

    private Set<Long> correlationsOnDevices() {
        Set<Long> correlations = new HashSet<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size() && Processes.device(track).isPresent(); i++) {
                if (track.correlation(i) >= 0) {
                    correlations.add(track.correlation(i));
                }
            }
        }
        return correlations;
    }

    /** Of several events with one correlation the call of the runtime counts, else the last, which is the innermost. */
    private void addAll(int index, Set<Long> wanted) {
        Track track = trace.tracks().get(index);
        Surroundings surroundings = new Surroundings(trace, index, names, modules);
        for (int event = 0; event < track.size(); event++) {
            long correlation = track.correlation(event);
            if (correlation >= 0 && wanted.contains(correlation)) {
                Launch before = byCorrelation.get(correlation);
                if (before == null || !isRuntime(before) || isRuntime(track, event)) {
                    long externalId = surroundings.launcherId(event);
                    byCorrelation.put(correlation, new Launch(index, event, externalId));
                }
            }
        }
    }

    private boolean isRuntime(Launch launch) {
        return isRuntime(trace.tracks().get(launch.track()), launch.event());
    }

    private boolean isRuntime(Track track, int event) {
        return names.of(track.nameId(event)).category() == Category.RUNTIME;
    }
}
