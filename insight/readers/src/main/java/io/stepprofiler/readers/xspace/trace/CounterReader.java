package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.CounterText;

/** Adds the events of a line of counters: each value of an event is a sample. */
final class CounterReader {
    /** Name of a counter's only value in files of this profiler; in other files each value is a curve. */
    private static final String VALUE = "value";

    /** Prefix of this profiler's memory curves, which are derived from the memory events if there are any. */
    private static final String MEMORY = "Memory allocated ";

    private final TraceBuilder trace;
    private final boolean isOurs;
    private final boolean hasMemoryEvents;
    private final Losses losses;

    CounterReader(TraceBuilder trace, boolean isOurs, boolean hasMemoryEvents, Losses losses) {
        this.trace = trace;
        this.isOurs = isOurs;
        this.hasMemoryEvents = hasMemoryEvents;
        this.losses = losses;
    }

    void read(ProfileEvent event, String domain) {
        if (isOurs && hasMemoryEvents && event.name().startsWith(MEMORY)) {
            return;
        }
        if (EventReader.isImpossible(event)) {
            losses.impossible++;
            return;
        }
        String curve = CounterText.withoutDomain(event.name(), domain);
        for (ProfileStat stat : event.stats()) {
            String name = stat.name().equals(VALUE) ? curve : curve + " " + stat.name();
            if (stat.value() instanceof Number number) {
                trace.counter(domain, name, event.startNanos(), number.doubleValue());
            } else {
                losses.notNumbers++;
            }
        }
    }
}
