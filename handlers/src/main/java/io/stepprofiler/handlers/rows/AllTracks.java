package io.stepprofiler.handlers.rows;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Tracks of a file: the tracks of the trace, and an empty one for each thread without events that has other items. */
public final class AllTracks {
    private AllTracks() {}

    /**
     * {@return the tracks of a trace, then empty tracks of other threads}
     *
     * @param trace the trace
     * @param others ids of tracks with steps or other items that a file shows on a thread; may include tracks of the
     *     trace
     */
    public static List<Track> of(Trace trace, Collection<Long> others) {
        Set<Long> missing = new LinkedHashSet<>(others);
        trace.tracks().forEach(track -> missing.remove(track.id()));
        List<Track> tracks = new ArrayList<>(trace.tracks());
        missing.forEach(id -> tracks.add(Track.empty(id, "thread " + id)));
        return tracks;
    }
}
