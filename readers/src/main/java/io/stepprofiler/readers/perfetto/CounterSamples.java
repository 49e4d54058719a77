package io.stepprofiler.readers.perfetto;

import io.stepprofiler.imports.ImportException;
import io.stepprofiler.readers.intake.Charges;
import io.stepprofiler.readers.intake.Tally;
import io.stepprofiler.trace.TraceBuilder;
import java.util.HashMap;
import java.util.Map;

/** The samples of counters. */
final class CounterSamples {
    /** Curves that our files have of memory. */
    private static final String ALLOCATED = "Memory allocated ";

    private static final String RESERVED = "Memory reserved ";

    private final TraceBuilder trace;
    private final Map<Long, TrackDescriptor> tracks;
    private final Places places;
    private final Charges charges;
    private final Tally tally;
    private final Map<Long, String> domains = new HashMap<>();
    private final Map<Long, Long> sums = new HashMap<>();
    private long held;
    private boolean hasMemory;

    CounterSamples(TraceBuilder trace, Map<Long, TrackDescriptor> tracks, Places places, Charges charges, Tally tally) {
        this.trace = trace;
        this.tracks = tracks;
        this.places = places;
        this.charges = charges;
        this.tally = tally;
    }

    /** Samples that are events of a trace that was written by us: those of reserved memory are beside others. */
    long held() {
        return held;
    }

    boolean hasMemory() {
        return hasMemory;
    }

    /** Whether it is of the curve that our files have below a GPU. */
    boolean followsFromWork(TrackEvent event) {
        TrackDescriptor track = tracks.get(event.track);
        return track != null
                && track.name.equals("GPU utilization %")
                && places.domain(event.track).startsWith("cuda:");
    }

    void add(TrackEvent event, long nanos) throws ImportException {
        TrackDescriptor track = tracks.get(event.track);
        if (track == null || !track.isCounter) {
            tally.invalid("values of counters on tracks that are none");
            return;
        }
        if (!event.isWhole && Double.isNaN(event.real)) {
            tally.invalid("values of counters that are no numbers");
            return;
        }
        charges.event();
        String name = track.name.isEmpty() ? event.name : track.name;
        String domain = domains.computeIfAbsent(event.track, places::domain);
        boolean isAllocated = name.startsWith(ALLOCATED);
        hasMemory |= isAllocated;
        held += name.startsWith(RESERVED) ? 0 : 1;
        if (event.isWhole) {
            trace.counter(domain, name, nanos, whole(event, track));
        } else {
            trace.counter(domain, name, nanos, event.real * track.unitMultiplier);
        }
    }

    private long whole(TrackEvent event, TrackDescriptor track) {
        long value = event.whole * track.unitMultiplier;
        return track.isIncremental ? sums.merge(event.track, value, Long::sum) : value;
    }
}
