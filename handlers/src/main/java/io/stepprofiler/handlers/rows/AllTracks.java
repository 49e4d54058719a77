package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The tracks that a file has: those of the trace, and empty ones for what happened on a thread without events. */
public final class AllTracks {
    private AllTracks() {}

    /**
     * {@return the tracks of a trace, then those of other threads}
     *
     * @param trace whose tracks
     * @param others ids of tracks with steps, or anything else that a file shows on its thread; some may be those of
     *     tracks of the trace
     */
    public static List<Track> of(Trace trace, Collection<Long> others) {
        Set<Long> missing = new LinkedHashSet<>(others);
        trace.tracks().forEach(track -> missing.remove(track.id()));
        List<Track> tracks = new ArrayList<>(trace.tracks());
        missing.forEach(id -> tracks.add(Track.empty(id, "thread " + id)));
        return tracks;
    }
}
