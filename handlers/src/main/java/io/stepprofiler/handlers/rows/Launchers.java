package io.stepprofiler.handlers.rows;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Events on threads that caused work on devices, by correlation id. */
public final class Launchers {
    private final Trace trace;
    private final Predicate<Track> onDevice;
    private final Map<Long, EventRef> byCorrelation = new HashMap<>();
    /** The correlations for which a call of the runtime was found. */
    private final Set<Long> calls = new HashSet<>();

    /**
     * Finds the launching events of a trace.
     *
     * @param trace the trace
     * @param onDevice whether a track holds the work of a device
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
     * @param correlation the correlation id
     */
    public @Nullable EventRef with(long correlation) {
        return correlation < 0 ? null : byCorrelation.get(correlation);
    }

    /** {@return all events that caused work, track by track and in the order of each} */
    public List<EventRef> inOrder() {
        return byCorrelation.values().stream()
                .sorted(Comparator.comparingInt(EventRef::track).thenComparingInt(EventRef::event))
                .toList();
    }

    private Set<Long> correlationsOnDevices() {
        Set<Long> correlations = new HashSet<>();
        for (Track track : trace.tracks()) {
            boolean counts = onDevice.test(track);
            for (int i = 0; counts && i < track.size(); i++) {
                if (track.correlation(i) >= 0 && !isApart(track, i)) {
                    correlations.add(track.correlation(i));
                }
            }
        }
        return correlations;
    }

    /**
     * Adds the events of a track. Among events with one correlation id, a call of the runtime takes precedence, else
     * the last, which is the innermost.
     */
    private void addAll(int index, Set<Long> wanted) {
        Track track = trace.tracks().get(index);
        for (int event = 0; event < track.size(); event++) {
            long correlation = track.correlation(event);
            if (correlation >= 0 && wanted.contains(correlation) && !isApart(track, event)) {
                boolean isCall = trace.kind(track.nameId(event)) == EventKind.RUNTIME;
                if (isCall || !calls.contains(correlation)) {
                    byCorrelation.put(correlation, new EventRef(index, event));
                }
                if (isCall) {
                    calls.add(correlation);
                }
            }
        }
    }

    /** True for a marker, a task or a frame; viewers draw no arrows at these. */
    private boolean isApart(Track track, int event) {
        return trace.kind(track.nameId(event)).isAsync();
    }
}
