package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.EventKind;
import io.stepprofiler.trace.EventRef;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which event on a thread caused which work on devices, found by their correlation. */
public final class Launchers {
    private final Trace trace;
    private final Predicate<Track> onDevice;
    private final Map<Long, EventRef> byCorrelation = new HashMap<>();

    /**
     * Finds them.
     *
     * @param trace where
     * @param onDevice which tracks hold the work of devices
     */
    public Launchers(Trace trace, Predicate<Track> onDevice) {
        this.trace = trace;
        this.onDevice = onDevice;
        Set<Long> correlations = correlationsOnDevices();
        for (int i = 0; i < trace.tracks().size() && !correlations.isEmpty(); i++) {
            if (!onDevice.test(trace.tracks().get(i))) {
                addAll(i, correlations);
            }
        }
    }

    /**
     * {@return the event that caused work, or null if there is none}
     *
     * @param correlation the number that both have
     */
    public @Nullable EventRef with(long correlation) {
        return correlation < 0 ? null : byCorrelation.get(correlation);
    }

    private Set<Long> correlationsOnDevices() {
        Set<Long> correlations = new HashSet<>();
        for (Track track : trace.tracks()) {
            boolean counts = onDevice.test(track);
            for (int i = 0; counts && i < track.size(); i++) {
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
        for (int event = 0; event < track.size(); event++) {
            long correlation = track.correlation(event);
            if (correlation >= 0 && wanted.contains(correlation)) {
                EventRef before = byCorrelation.get(correlation);
                if (before == null || !isRuntime(before.track(), before.event()) || isRuntime(index, event)) {
                    byCorrelation.put(correlation, new EventRef(index, event));
                }
            }
        }
    }

    private boolean isRuntime(int track, int event) {
        return trace.kind(trace.tracks().get(track).nameId(event)) == EventKind.RUNTIME;
    }
}
