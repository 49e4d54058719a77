package io.stepprofiler.handlers.xplane;

import io.stepprofiler.handlers.rows.TrackRows;
import io.stepprofiler.trace.ContinuedEvent;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TracePart;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes what is open when a part of a trace begins, from there to its end, on lines of its own: each event is written
 * whole in the file of an earlier part, so that its name here is another one, and no tool takes it for an operation.
 */
final class ContinuedLines {
    private final Trace trace;
    private final List<Track> tracks;
    private final Plane plane;

    ContinuedLines(Trace trace, List<Track> tracks, Plane plane) {
        this.trace = trace;
        this.tracks = tracks;
        this.plane = plane;
    }

    void write(MessageStream to) throws IOException {
        Map<Long, List<ContinuedEvent>> byTrack = new LinkedHashMap<>();
        for (ContinuedEvent event : trace.part().map(TracePart::continued).orElse(List.of())) {
            byTrack.computeIfAbsent(event.trackId(), id -> new ArrayList<>()).add(event);
        }
        for (Track track : tracks) {
            List<ContinuedEvent> events = byTrack.get(track.id());
            if (events != null) {
                String name = TrackRows.name(track, track.device().isPresent()) + " (continued)";
                plane.beginLine(plane.freeLine("continued " + track.id()), name, to);
                write(events, to);
                plane.endLine(to);
            }
        }
    }

    private void write(List<ContinuedEvent> events, MessageStream to) throws IOException {
        long start = trace.start().monotonicNanos();
        // All begin where the part does, so that the longest ones are outermost.
        events.sort(Comparator.comparingLong((ContinuedEvent event) -> end(event, start))
                .reversed());
        for (ContinuedEvent event : events) {
            String name = "(continued) " + event.name();
            int metadata = plane.dictionary.event(EventName.plain(name), name);
            int message = plane.beginEvent(metadata, start, end(event, start) - start, to);
            Stats stats = new Stats(to.out(), Fields.EVENT_STAT);
            stats.number(plane.dictionary.text("event id"), event.id());
            stats.number(plane.dictionary.text("begun before ns"), Math.max(start - event.startNanos(), 0));
            if (event.unfinished()) {
                stats.number(plane.dictionary.text("unfinished"), 1);
            }
            plane.endEvent(message, to);
        }
    }

    private static long end(ContinuedEvent event, long start) {
        return Math.max(event.startNanos() + event.durationNanos(), start);
    }
}
