package io.stepprofiler.segment;

import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.DomainName;
import io.stepprofiler.columns.HiddenConstructors;
import io.stepprofiler.columns.NameTables;
import io.stepprofiler.columns.PiecedTrack;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.columns.TrackColumns;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Objects;

/** Maker of objects of exported classes over columns, which only the profiler itself can make. */
public final class OverColumns {
    private static final HiddenConstructors<TraceBuilder, TrackBuilder, Track, CounterTrack> HIDDEN = hidden();

    private OverColumns() {}

    @SuppressWarnings("unchecked") // Only TraceBuilder sets them.
    private static HiddenConstructors<TraceBuilder, TrackBuilder, Track, CounterTrack> hidden() {
        TraceBuilder unused = new TraceBuilder(); // Its class sets them.
        return (HiddenConstructors<TraceBuilder, TrackBuilder, Track, CounterTrack>)
                Objects.requireNonNull(HiddenConstructors.known());
    }

    /**
     * {@return a builder that adds to columns}
     *
     * @param columns the columns
     */
    public static TraceBuilder builder(TraceColumns columns) {
        return HIDDEN.traceBuilder().apply(columns);
    }

    /** A builder that adds to the columns of a track. */
    static TrackBuilder builder(TrackColumns track) {
        return HIDDEN.trackBuilder().apply(track);
    }

    static Track track(PiecedTrack track, NameTables names) {
        return HIDDEN.track().apply(track, names);
    }

    static CounterTrack counter(DomainName name, CounterColumns samples) {
        return HIDDEN.counter().apply(name, samples);
    }
}
